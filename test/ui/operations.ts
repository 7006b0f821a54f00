import { operations as table } from '../../nodes/ChannelMessaging/operations';
import { theRunning } from '../running/running';
import type { Parameters } from './editor/parameters';
import { addChannelMessaging } from './fixture/addChannelMessaging';
import { inEditor } from './fixture/inEditor';

/** What a user fills in for an operation, the calls that come of it, and what the output shows. */
interface FilledIn {
	readonly action: string;
	fill(parameters: Parameters, contactId: string): Promise<void>;
	calls(contactId: string): readonly object[];
	readonly output: RegExp;
}

const byId = async (parameters: Parameters, contactId: string): Promise<void> => {
	await parameters.locator('contactId').enter('By ID', contactId);
};
const customField = async (parameters: Parameters, name: string, value: string): Promise<void> => {
	await parameters.locator('name').search(name);
	await parameters.locator('name').take(name);
	await parameters.enter('value', value);
};

const forms: readonly FilledIn[] = [
	{
		action: 'Send message',
		fill: async (parameters, contactId) => {
			await byId(parameters, contactId);
			await parameters.choose('messageType', 'Image');
			await parameters.enter('url', 'https://files.example.com/menu.png');
		},
		calls: (contactId) => [
			{
				method: 'POST',
				path: `/v1/message/sendContent/${contactId}`,
				body: { body: [{ type: 'image', url: 'https://files.example.com/menu.png' }] },
			},
		],
		output: /Message Sent/,
	},
	{
		action: 'Create contact',
		fill: async (parameters) => {
			await customField(parameters, 'phone', '+15550109001');
		},
		calls: () => [
			{
				method: 'POST',
				path: '/v1/contact',
				body: { custom_fields: [{ name: 'phone', value: '+15550109001' }] },
			},
		],
		output: /cus_\d+/,
	},
	{
		action: 'Create or update contact',
		fill: async (parameters) => {
			await parameters.enter('fieldName', 'phone');
			await parameters.enter('fieldValue', '+15550109002');
			await customField(parameters, 'firstName', 'Ana');
		},
		calls: () => [
			{ method: 'GET', path: '/v1/contact/by_custom_field?name=phone&value=%2B15550109002' },
			{
				method: 'POST',
				path: '/v1/contact',
				body: {
					custom_fields: [
						{ name: 'phone', value: '+15550109002' },
						{ name: 'firstName', value: 'Ana' },
					],
				},
			},
		],
		output: /created/,
	},
	{
		action: 'Get contact',
		fill: byId,
		calls: (contactId) => [{ method: 'GET', path: `/v1/contact/${contactId}` }],
		output: /Amara/,
	},
	{
		action: 'Get many contacts',
		fill: async (parameters) => {
			await parameters.enter('fieldName', 'customerid');
			await parameters.enter('fieldValue', 'C-00003');
		},
		calls: () => [
			{ method: 'GET', path: '/v1/contact/by_custom_field?name=customerid&value=C-00003' },
		],
		output: /Lucía/,
	},
	{
		action: 'Update contact',
		fill: async (parameters, contactId) => {
			await byId(parameters, contactId);
			await customField(parameters, 'email', '');
		},
		calls: (contactId) => [
			{
				method: 'PUT',
				path: `/v1/contact/${contactId}`,
				body: { custom_fields: [{ name: 'email', value: '' }] },
			},
		],
		output: /id/,
	},
	...[
		{ action: 'Add tags to contact', method: 'POST', output: /added successfully/ },
		{ action: 'Remove tags from contact', method: 'DELETE', output: /deleted successfully/ },
	].map(({ action, method, output }) => ({
		action,
		output,
		fill: async (parameters: Parameters, contactId: string) => {
			await byId(parameters, contactId);
			await parameters.enter('name', 'vip');
			await parameters.addRow('tags');
			await parameters.enter('name', 'from the editor', 1);
		},
		calls: (contactId: string) => [
			{ method, path: `/v1/contact/${contactId}/tags`, body: { tags: ['vip', 'from the editor'] } },
		],
	})),
];

/** Every operation, filled in as a user does. */
export function operations(): void {
	test('every operation of the node is filled in here', () => {
		const actions = table.map(({ action }) => action);
		expect(forms.map(({ action }) => action).sort()).toEqual([...actions].sort());
	});

	for (const form of forms) {
		inEditor(form.action, async (editor) => {
			const { service } = theRunning();
			const contactId = service.contacts.all()[0]?.id ?? '';
			await addChannelMessaging(editor, form.action);

			await form.fill(editor.nodeView.parameters, contactId);
			const before = service.calls.length;
			await editor.nodeView.execute();
			await editor.nodeView.succeeded();

			await editor.nodeView.outputAsJson(form.output);
			expect(service.calls.slice(before)).toMatchObject(form.calls(contactId));
		});
	}
}
