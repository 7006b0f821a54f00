import type { INodeParameters } from 'n8n-workflow';

import { limits } from '../../../nodes/ChannelMessaging/client/documentedLimits';
import { contactOperation, retryOnFail } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel();

/** Returns consecutive names. */
const names = (count: number, first = 0) =>
	Array.from({ length: count }, (_, index) => `name ${String(first + index)}`);
const customFields = (count: number, first = 0) =>
	names(count, first).map((name) => ({ name, value: 'x' }));

const { customFieldsPerRequest: maxFields, tagsPerRequest: maxTags } = limits;
const tagList = names(2 * maxTags + 1).join();
const tagChunks = [names(maxTags), names(maxTags, maxTags), names(1, 2 * maxTags)].map((tags) => ({
	tags,
}));
const fieldChunks = [
	customFields(maxFields),
	customFields(maxFields, maxFields),
	customFields(1, 2 * maxFields),
].map((chunk) => ({ custom_fields: chunk }));
const phone = { name: 'phone', value: '+442079460001' };
const creation = { custom_fields: [phone] };

const ofContact = { contactId: '1', specifyTags: 'list', tagList };
const ofNewContact = { options: { tags: tagList } };
const match = { fieldName: phone.name, fieldValue: phone.value };
const json = {
	mappingMode: 'json',
	customFieldsJson: JSON.stringify(customFields(2 * maxFields + 1)),
};

it.each<[string, INodeParameters, method: string, bodies: object[]]>([
	['addTags', ofContact, 'POST', tagChunks],
	['removeTags', ofContact, 'DELETE', tagChunks],
	['update', { contactId: '1', ...json }, 'PUT', fieldChunks],
	[
		'create',
		{ customFields: { field: [phone] }, ...ofNewContact },
		'POST',
		[creation, ...tagChunks],
	],
	['upsert', { ...match, ...ofNewContact }, 'POST', [creation, ...tagChunks]],
])(
	'%s sends a request per chunk, and Retry On Fail repeats only the rejected request',
	async (operation, parameters, method, bodies) => {
		const { contacts, faults } = channel.service;
		contacts.add({ id: '1', custom_fields: {}, tags: [], created_at: 1 });
		faults.add({
			match: { path: /\/(tags|contact\/1)$/, nth: 2 },
			fault: { kind: 'status', status: 403, message: 'Not today' },
		});

		const { items, error } = await channel.runNode({
			parameters: contactOperation(operation, parameters),
			settings: retryOnFail,
		});

		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		const writes = channel.service.requests.filter((request) => request.method !== 'GET');
		expect(writes.filter(({ accepted }) => !accepted)).toMatchObject([{ status: 403 }]);
		expect(
			writes.filter(({ accepted }) => accepted).map((request) => [request.method, request.body]),
		).toEqual(bodies.map((body) => [method, body]));
	},
);
