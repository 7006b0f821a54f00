import { useChannel } from '../engine/channel';
import { sendText } from '../engine/parameters';
import { runNode } from '../engine/runNode';

const channel = useChannel({
	acceptUnknownContacts: true,
	answers: { minimumMilliseconds: 20, maximumMilliseconds: 60 },
});

const items = Array.from({ length: 400 }, (_, index) => ({
	contactId: String(index),
	text: `Message ${String(index)}`,
}));

describe('at the first failure with On Error: stop', () => {
	it('starts nothing new, awaits what is under way, and says how far it came', async () => {
		channel.service.faults.add({
			match: { contactId: '50' },
			fault: { kind: 'status', status: 403, message: 'Blocked' },
		});

		const { error, status } = await runNode({
			credential: channel.credential(),
			parameters: sendText(),
			items,
		});

		expect(status).toBe('error');
		expect(error?.message).toBe('The service refused the call [item 50]');
		const sent = channel.service.messages.length;
		expect(sent).toBeGreaterThanOrEqual(50);
		expect(sent).toBeLessThan(300);
		expect(itemsAfter('Already sent: items ', error?.description)).toEqual(
			channel.service.messages.map(({ contactId }) => Number(contactId)).sort((a, b) => a - b),
		);
		// Every call got its answer: none was left under way.
		expect(channel.service.calls.map((call) => call.status)).not.toContain(null);
	});

	it('says what may have been sent, and that running it again sends twice', async () => {
		channel.service.faults.add({
			match: { contactId: '0' },
			fault: { kind: 'connectionLost', when: 'afterEffect' },
		});

		const { error } = await runNode({
			credential: channel.credential(),
			parameters: sendText(),
			items,
		});

		expect(error?.description).toContain(
			"Possibly sent: item 0. Running the workflow again sends them again, unless they carry a key ('Send Once Per Key').",
		);
	});
});

/** The items in a text such as `Already sent: items 0–4, 6 and 8.`, one by one. */
function itemsAfter(beginning: string, text: string | null | undefined): number[] {
	const ranges =
		text
			?.split(beginning)[1]
			?.split('.')[0]
			?.split(/, | and /) ?? [];
	return ranges.flatMap((range) => {
		const [first = NaN, last = first] = range.split('–').map(Number);
		return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
	});
}

describe('after a 401', () => {
	it.each([
		['stopWorkflow', false],
		['stopWorkflow', true],
		['continueRegularOutput', false],
		['continueRegularOutput', true],
		['continueErrorOutput', true],
	] as const)(
		'no further call is made with %s and Retry On Fail %s',
		async (onError, retryOnFail) => {
			const { items: output, errorItems } = await runNode({
				credential: channel.credential({ token: 'another' }),
				parameters: sendText(),
				items,
				settings: { onError, retryOnFail, maxTries: 3, waitBetweenTries: 1 },
			});

			// Only calls that were under way together with the first one.
			expect(channel.service.calls.length).toBeLessThanOrEqual(100);
			expect(channel.service.messages).toEqual([]);
			if (onError !== 'stopWorkflow') {
				const failed = [...output, ...errorItems];
				expect(failed).toHaveLength(items.length);
				for (const { json } of failed) {
					expect(json.error).toMatchObject({
						message: expect.stringContaining('The channel token was not accepted') as string,
					});
				}
			}
		},
	);

	it('not even by a second try of n8n', async () => {
		const [first] = items;
		await runNode({
			credential: channel.credential({ token: 'another' }),
			parameters: sendText(),
			items: first === undefined ? [] : [first],
			settings: { onError: 'stopWorkflow', retryOnFail: true, maxTries: 3, waitBetweenTries: 1 },
		});

		expect(channel.service.calls).toHaveLength(1);
	});
});
