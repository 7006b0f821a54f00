import type { INode } from 'n8n-workflow';

import type { Fault } from '../../support/service';
import { useChannel } from '../engine/channel';
import { sendText } from '../../support/fixtures/parameters';

const channel = useChannel({ acceptUnknownContacts: true });

const items = Array.from({ length: 20 }, (_, index) => ({
	contactId: `contact ${String(index)}`,
	text: `Message ${String(index)}`,
}));

/** What happens to the first call for an item. */
function strike(item: number, fault: Fault): void {
	channel.service.faults.add({ match: { contactId: `contact ${String(item)}` }, fault });
}

/** How often the service accepted each item's message. */
function accepted(): number[] {
	return items.map(
		({ contactId }) =>
			channel.service.messages.filter((message) => message.contactId === contactId).length,
	);
}

const send = async (onError: INode['onError'], retryOnFail: boolean, options = {}) =>
	await channel.runNode({
		parameters: sendText({ options }),
		items,
		settings: {
			...(onError === undefined ? {} : { onError }),
			retryOnFail,
			maxTries: 3,
			waitBetweenTries: 1,
		},
	});

describe.each([false, true])('with Retry On Fail %s', (retryOnFail) => {
	// The first item fails, because only that makes n8n try again when it continues on errors.
	beforeEach(() => {
		strike(0, { kind: 'connectionLost', when: 'afterEffect' });
		strike(1, { kind: 'status', status: 500 });
		strike(2, { kind: 'status', status: 403 });
		strike(3, { kind: 'status', status: 429, headers: { 'retry-after': '0' } });
	});

	it.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
		'and %s, an item is sent again only where it surely was not sent',
		async (onError) => {
			const { items: output, errorItems } = await send(onError, retryOnFail);

			const others = items.slice(4).map(() => 1);
			expect(accepted()).toEqual([1, 0, retryOnFail ? 1 : 0, 1, ...others]);
			const failed = [...output, ...errorItems].filter(({ json }) => json.error !== undefined);
			expect(failed.slice(0, 2).map(({ json }) => json.error)).toMatchObject([
				{
					message: 'The connection to the service was lost [item 0]',
					outcome: 'unknown',
				},
				{
					message: 'The service failed (500) [item 1]',
					outcome: 'unknown',
				},
			]);
		},
	);

	it('and stopWorkflow, the error says what may have been sent', async () => {
		const { error } = await send('stopWorkflow', retryOnFail);

		expect(Math.max(...accepted())).toBe(1);
		expect(error).toMatchObject({
			message: 'The connection to the service was lost [item 0]',
			description: expect.stringMatching(/Possibly sent: items? 0/) as string,
		});
	});
});

it('what was refused or did not start is sent by the next try of n8n, and nothing else', async () => {
	strike(0, { kind: 'status', status: 403 });

	const { items: output } = await send('stopWorkflow', true);

	expect(accepted()).toEqual(items.map(() => 1));
	expect(output).toHaveLength(items.length);
});

it('Retry When Unsure sends again, and may send twice, as its description says', async () => {
	strike(0, { kind: 'connectionLost', when: 'afterEffect' });

	await send('stopWorkflow', false, { resendWhenUnsure: true });

	expect(accepted()).toEqual(items.map((_, index) => (index === 0 ? 2 : 1)));
});
