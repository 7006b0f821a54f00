import type { INodeParameters } from 'n8n-workflow';

import type { FaultRule } from '../support/service';
import { useChannel } from './engine/channel';
import { contactOperation } from './engine/parameters';
import { type NodeRun, runNode } from './engine/runNode';

const channel = useChannel();

interface Chunked {
	operation: string;
	/** How many a call takes. */
	cap: number;
	/** Parameters with so many entries. */
	entries: (count: number) => INodeParameters;
	/** How many entries a body holds. */
	key: 'custom_fields' | 'tags';
	output: object;
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => String(index));
const tags = (count: number) => ({ specifyTags: 'list', tagList: numbers(count).join(',') });
const envelope = (message: string) => ({ status: 'success', message, data: [] });

const chunked: Chunked[] = [
	{
		operation: 'update',
		cap: 30,
		entries: (count) => ({
			mappingMode: 'json',
			customFieldsJson: JSON.stringify(numbers(count).map((name) => ({ name, value: name }))),
		}),
		key: 'custom_fields',
		output: { id: '1' },
	},
	{
		operation: 'addTags',
		cap: 10,
		entries: tags,
		key: 'tags',
		output: envelope('Contact Tags have been added successfully.'),
	},
	{
		operation: 'removeTags',
		cap: 10,
		entries: tags,
		key: 'tags',
		output: envelope('Contact Tags deleted successfully.'),
	},
];

const secondCallRefused: FaultRule = {
	match: { nth: 2 },
	fault: { kind: 'status', status: 403, message: 'Not today' },
};

describe.each(chunked)('$operation with more than one call takes', (given) => {
	const { operation, cap, entries, key, output } = given;
	const run = async (parameters: INodeParameters, settings: NodeRun['settings'] = {}) =>
		await runNode({
			credential: channel.credential(),
			parameters: contactOperation(operation, { contactId: '1', ...parameters }),
			settings,
		});
	/** The names in each call that the service took, in order. */
	const accepted = () =>
		channel.service.calls
			.filter(({ accepted: wasAccepted }) => wasAccepted)
			.map(({ body }) =>
				((body as Record<string, unknown[]>)[key] ?? []).map((entry) =>
					typeof entry === 'string' ? entry : (entry as { name: string }).name,
				),
			);

	beforeEach(() => {
		const custom_fields = {};
		channel.service.contacts.add({ id: '1', custom_fields, tags: [], created_at: 1 });
	});

	it('makes a call for each chunk, in order, and gives one item', async () => {
		const { items, error } = await run(entries(2 * cap + 1));

		expect(error).toBeUndefined();
		expect(accepted().map(({ length }) => length)).toEqual([cap, cap, 1]);
		expect(accepted().flat()).toEqual(numbers(2 * cap + 1));
		expect(items).toEqual([{ json: output, pairedItem: { item: 0 } }]);
	});

	it('makes one call where one is enough', async () => {
		await run(entries(cap));

		expect(accepted()).toEqual([numbers(cap)]);
	});

	it('tells of the chunks that had been done when a later one is refused', async () => {
		channel.service.faults.add(secondCallRefused);

		const { error } = await run(entries(3 * cap));

		expect(error?.message).toBe('The service refused the call [item 0]');
		const things = key === 'tags' ? 'tags' : 'custom fields';
		expect(error?.description).toContain(
			`Of 3 calls for this item, 1 had been done before, with ${String(cap)} of its ${String(3 * cap)} ${things}.`,
		);
		expect(accepted()).toEqual([numbers(cap)]);
	});

	it('repeats no chunk on Retry On Fail that had been done', async () => {
		channel.service.faults.add(secondCallRefused);

		const { items, error } = await run(entries(3 * cap), {
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 1,
		});

		expect(error).toBeUndefined();
		expect(accepted().map(([first]) => first)).toEqual(['0', String(cap), String(2 * cap)]);
		expect(items).toEqual([{ json: output, pairedItem: { item: 0 } }]);
	});
});
