import * as output from '../../../nodes/ChannelMessaging/execution/itemOutput';
import { messages, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });
const count = 4_000;

afterEach(() => {
	jest.restoreAllMocks();
});

/** Counts the output items in each turn of the event loop, and returns the maximum. */
function watchOutput(): () => number {
	const { outputOf } = output;
	let inTurn = 0;
	let max = 0;
	jest.spyOn(output, 'outputOf').mockImplementation((...args) => {
		if (inTurn === 0) {
			setImmediate(() => {
				inTurn = 0;
			});
		}
		inTurn += 1;
		max = Math.max(max, inTurn);
		return outputOf(...args);
	});
	return () => max;
}

it('the output of an execution with failed items is split into time slices', async () => {
	const maxPerTurn = watchOutput();
	const settings = { onError: 'continueErrorOutput' } as const;

	const { errorItems } = await channel.runNode(
		{ parameters: sendText(), items: messages(count), settings },
		{ token: 'another-token' },
	);

	expect(errorItems).toHaveLength(count);
	// A slice of 10 ms contains a few hundred items.
	expect(maxPerTurn()).toBeLessThan(count / 2);
});
