import { contactOperation, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';
import type { NodeInput } from '../engine/runNode';

const channel = useChannel({ acceptUnknownContacts: true });

/** Executes the node with *Always Output Data* and an error output, and returns the JSON of both. */
async function outputsOf(input: Pick<NodeInput, 'parameters' | 'items'>) {
	const { status, items, errorItems } = await channel.runNode({
		...input,
		settings: { alwaysOutputData: true, onError: 'continueErrorOutput' },
	});
	expect(status).toBe('success');
	return { items: items.map(({ json }) => json), errorItems: errorItems.map(({ json }) => json) };
}

const sent = { contactId: '1', text: 'Hello' };
const empty = { contactId: '2', text: '' };

describe('Always Output Data with an error output', () => {
	it('Always Output Data adds no item if both outputs have items', async () => {
		const { items, errorItems } = await outputsOf({ parameters: sendText(), items: [sent, empty] });

		expect(items).toMatchObject([{ status: 'Success', contactId: '1' }]);
		expect(errorItems).toMatchObject([{ ...empty, error: { reason: 'invalidParameter' } }]);
	});

	it('Always Output Data adds no item to the error output if all items succeed', async () => {
		const { items, errorItems } = await outputsOf({ parameters: sendText(), items: [sent] });

		expect(items).toMatchObject([{ status: 'Success' }]);
		expect(errorItems).toEqual([]);
	});

	it('Always Output Data adds at most an empty item to the first output if all items fail', async () => {
		const { items, errorItems } = await outputsOf({ parameters: sendText(), items: [empty] });

		// Before 3.0, n8n adds an empty item, although the error output has one.
		expect([[], [{}]]).toContainEqual(items);
		expect(errorItems).toMatchObject([{ ...empty, error: { reason: 'invalidParameter' } }]);
	});

	it('Always Output Data adds one empty item if both outputs are empty', async () => {
		const search = { fieldName: 'city', fieldValue: 'Nowhere' };

		const outputs = await outputsOf({ parameters: contactOperation('getAll', search) });

		expect(outputs).toEqual({ items: [{}], errorItems: [] });
	});
});
