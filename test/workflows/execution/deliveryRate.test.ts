import { contact, retryOnFail, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';
import type { BeforeRequest } from '../engine/credentials';
import type { NodeInput } from '../engine/runNode';
import { stopClock } from '../engine/stoppedClock';

const channel = useChannel({ contacts: 3 });

afterEach(() => {
	jest.restoreAllMocks();
});

/** Returns the hints of an execution in which all requests with the method are slow. */
async function hintsWithSlow(
	method: 'GET' | 'POST',
	milliseconds: number,
	input: Omit<NodeInput, 'credential'>,
): Promise<string[]> {
	const clock = stopClock();
	const beforeRequest: BeforeRequest = (request) => {
		if (request.method === method) clock.advance(milliseconds);
		return request;
	};
	const { hints } = await channel.runNode({ ...input, beforeRequest });
	return hints.map(({ message }) => message);
}

it('the rate in the summary does not include contact searches', async () => {
	const phones = channel.service.contacts.all().map((saved) => saved.custom_fields['phone']);
	const hints = await hintsWithSlow('GET', 30_000, {
		parameters: sendText({ contactId: contact('={{ $json.phone }}', 'phone') }),
		items: phones.map((phone) => ({ phone, text: 'Hi' })),
	});

	expect(channel.texts).toHaveLength(3);
	expect(hints).toEqual(['Sent 3 messages to 3 contacts']);
});

it('the rate in the summary does not include messages from an earlier attempt', async () => {
	const contactId = channel.service.contacts.all()[0]?.id ?? '';
	channel.service.faults.add({
		match: { contactId, nth: 3 },
		fault: { kind: 'status', status: 401 },
	});
	const hints = await hintsWithSlow('POST', 2_000, {
		parameters: sendText(),
		items: ['1', '2', '3', '4', '5', '6'].map((text) => ({ contactId, text })),
		settings: retryOnFail,
	});

	expect(channel.texts).toHaveLength(6);
	expect(hints).toContain('Sent 6 messages to 1 contact; 0.5 per second');
});
