import type { INode, INodeParameters } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { contactOperation } from '../support/running/parameters';
import { runNode } from './engine/runNode';

const channel = useChannel();

const phone = '+34600000001';
const onError = 'continueRegularOutput';
const tags = Array.from({ length: 12 }, (_, index) => `tag ${String(index)}`);
const customFields = { field: [{ name: 'phone', value: phone }] };
const match = { fieldName: 'phone', fieldValue: phone };
const tagging = { method: 'POST', path: /\/tags$/ } as const;

const save = async (
	operation: string,
	parameters: INodeParameters,
	settings: Pick<INode, 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries'> = {},
) =>
	await runNode({
		credential: channel.credential(),
		parameters: contactOperation(operation, {
			...parameters,
			options: { tags: tags.join(',') },
		}),
		settings,
	});

const refuseTags = (nth: number) => {
	const fault = { kind: 'status', status: 403, message: 'Not today' } as const;
	channel.service.faults.add({ match: { ...tagging, nth }, fault });
};

describe.each([
	['create', { customFields }],
	['upsert', match],
])('Tags of %s', (operation, parameters) => {
	it('are added to the new contact, in calls of 10', async () => {
		const { items } = await save(operation, parameters);

		const [contact] = channel.service.contacts.withField('phone', phone);
		expect(items[0]?.json.id).toBe(contact?.id);
		expect(contact?.tags).toEqual(tags);
		const calls = channel.service.calls.filter(({ method }) => method === 'POST');
		expect(calls.map(({ body }) => body)).toEqual([
			{ custom_fields: [{ name: 'phone', value: phone }] },
			{ tags: tags.slice(0, 10) },
			{ tags: tags.slice(10) },
		]);
	});

	it('fail by themselves: the item says that the contact is saved, and that they are not', async () => {
		refuseTags(1);

		const { items } = await save(operation, parameters, { onError });

		const [contact] = channel.service.contacts.withField('phone', phone);
		expect(items[0]?.json.error).toMatchObject({
			message: 'Not today [item 0]',
			description: expect.stringContaining(
				`The contact was created, but its tags were not added. Add them with 'Add Tags' to the contact with the ID ${contact?.id ?? ''}.`,
			) as string,
			outcome: 'unknown',
		});
	});

	it('are all that a further try of n8n adds', async () => {
		refuseTags(2);

		const again = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
		const { items, error } = await save(operation, parameters, again);

		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(channel.service.contacts.withField('phone', phone)).toMatchObject([{ tags }]);
		const calls = channel.service.calls.filter(({ method }) => method === 'POST');
		expect(calls.map(({ status }) => status)).toEqual([200, 200, 403, 200]);
	});
});

it('tags of a contact that was neither created nor changed fail as those of Add Tags do', async () => {
	channel.service.contacts.add({ id: '7', custom_fields: { phone }, tags: [], created_at: 1 });
	refuseTags(1);

	const { items } = await save('upsert', match, { onError });

	expect(items[0]?.json.error).toMatchObject({
		description: expect.not.stringContaining('The contact was') as string,
		outcome: 'notDone',
	});
});

it('a contact whose ID cannot be read gets no tags, and its item says so', async () => {
	const fault = { kind: 'answer', status: 200, contentType: 'application/json' } as const;
	channel.service.faults.add({ fault: { ...fault, body: '{"data": {}}' } });

	const { items } = await save('create', { customFields });

	expect(items[0]?.json.warning).toContain('could not be read, so its tags were not added');
});
