import type { INode, INodeParameters } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { contactOperation } from '../support/fixtures/parameters';
import { runNode } from './engine/runNode';

const channel = useChannel();

const phone = '+34600000001';
const tags = Array.from({ length: 12 }, (_, index) => `tag ${String(index)}`);
const customFields = { field: [{ name: 'phone', value: phone }] };
const match = { fieldName: 'phone', fieldValue: phone };

const save = async (
	operation: string,
	parameters: INodeParameters,
	settings: Pick<INode, 'retryOnFail' | 'maxTries' | 'waitBetweenTries'> = {},
) =>
	await runNode({
		credential: channel.credential(),
		parameters: contactOperation(operation, {
			...parameters,
			options: { tags: tags.join(',') },
		}),
		settings,
	});

describe.each([
	['create', { customFields }],
	['upsert', match],
])('Tags of %s', (operation, parameters) => {
	it('tags are added in requests of 10, and Retry On Fail repeats only the rejected request', async () => {
		channel.service.faults.add({
			match: { method: 'POST', path: /\/tags$/, nth: 2 },
			fault: { kind: 'status', status: 403, message: 'Not today' },
		});

		const retryOnFail = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { items, error } = await save(operation, parameters, retryOnFail);

		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(channel.service.contacts.findByField('phone', phone)).toMatchObject([{ tags }]);
		const calls = channel.service.requests.filter(({ method }) => method === 'POST');
		expect(calls.map(({ status }) => status)).toEqual([200, 200, 403, 200]);
	});
});
