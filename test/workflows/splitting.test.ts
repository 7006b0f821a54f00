import type { INodeParameters } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { contactOperation } from '../support/fixtures/parameters';
import { runNode } from './engine/runNode';

const channel = useChannel();

/** Returns a number of different names. */
const names = (count: number) =>
	Array.from({ length: count }, (_, index) => `name ${String(index)}`);
const tagList = { specifyTags: 'list', tagList: names(21).join(',') };
const customFieldsJson = JSON.stringify(Object.fromEntries(names(61).map((name) => [name, 'x'])));

it.each<[string, INodeParameters, method: string, caps: number[]]>([
	['update', { mappingMode: 'json', customFieldsJson }, 'PUT', [30, 30, 1]],
	['addTags', tagList, 'POST', [10, 10, 1]],
	['removeTags', tagList, 'DELETE', [10, 10, 1]],
])(
	'%s sends a request per chunk, and Retry On Fail repeats only the failed ones',
	async (operation, parameters, method, lengths) => {
		channel.service.contacts.add({ id: '1', custom_fields: {}, tags: [], created_at: 1 });
		channel.service.faults.add({
			match: { nth: 2 },
			fault: { kind: 'status', status: 403, message: 'Not today' },
		});

		const { items, error } = await runNode({
			credential: channel.credential(),
			parameters: contactOperation(operation, { contactId: '1', ...parameters }),
			settings: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		});

		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(channel.service.requests.map(({ status }) => status)).toEqual([200, 403, 200, 200]);
		const accepted = channel.service.requests.filter((call) => call.accepted);
		const chunks = accepted.map(({ body }) => Object.values(body as object).flat() as unknown[]);
		expect(accepted.map((call) => call.method)).toEqual(lengths.map(() => method));
		expect(chunks.map(({ length }) => length)).toEqual(lengths);
		const sent = chunks
			.flat()
			.map((entry) => (typeof entry === 'string' ? entry : (entry as { name: string }).name));
		expect(sent).toEqual(names(sent.length));
	},
);
