import { runFlow } from '../running/workflow';
import { contactOperation, onContact, send, sendText } from '../running/parameters';
import { theRunning } from '../running/running';

const firstContacts = (count: number) => theRunning().service.contacts.all().slice(0, count);
const requests = () => theRunning().service.calls.map(({ method, path }) => `${method} ${path}`);
const bodies = () => theRunning().service.calls.map(({ body }) => body);

/** Every operation once, as a user's workflow has it. */
export function operations(): void {
	test('Send: each item goes to its own contact, and each answer is paired to its item', async () => {
		const items = firstContacts(3).map(({ id }, index) => ({
			contactId: id,
			text: `Message ${String(index)}`,
		}));

		const { execution, node } = await runFlow({ parameters: sendText, items });

		expect(execution.status).toBe('success');
		const sent = { status: 'Success', message: 'Message Sent', data: [] };
		expect(node.outputs).toEqual([items.map((_, item) => ({ json: sent, pairedItem: { item } }))]);
		// Messages to different contacts go at the same time, so they may arrive in any order.
		const received = [...theRunning().service.messages].sort((one, other) =>
			one.contactId.localeCompare(other.contactId),
		);
		expect(received).toMatchObject(
			items.map(({ contactId, text }) => ({ contactId, item: { type: 'text', text } })),
		);
	});

	test('Send: a running survey is cancelled only when the switch is on', async () => {
		const items = firstContacts(1).map(({ id }) => ({ contactId: id, text: 'Hi' }));
		const cancelling = { ...sendText, options: { forceCancelSurvey: true } };

		await runFlow({ parameters: sendText, items });
		await runFlow({ parameters: cancelling, items });

		const body = [{ type: 'text', text: 'Hi' }];
		expect(bodies()).toEqual([{ body }, { body, forceCancelSurvey: true }]);
	});

	test('Create: the new contact has the fields, and the item its identifier', async () => {
		const { node } = await runFlow({
			parameters: contactOperation('create', {
				customFields: {
					field: [
						{ name: 'firstName', value: '={{ $json.name }}' },
						{ name: 'phone', value: '={{ $json.phone }}' },
					],
				},
			}),
			items: [
				{ name: 'Ana', phone: '+15550109001' },
				{ name: 'Ben', phone: 15550109002 },
			],
		});

		const [items = []] = node.outputs;
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }]);
		const created = items.map(({ json }) => theRunning().service.contacts.get(String(json['id'])));
		expect(created.map((contact) => contact?.custom_fields)).toEqual([
			{ firstName: 'Ana', phone: '+15550109001' },
			{ firstName: 'Ben', phone: '15550109002' },
		]);
		expect(requests()).toEqual(['POST /v1/contact', 'POST /v1/contact']);
	});

	test('Get: the contact comes as the service has it', async () => {
		const contacts = firstContacts(2);
		const items = contacts.map(({ id }) => ({ contactId: id }));

		const { node } = await runFlow({ parameters: onContact('get'), items });

		expect(node.outputs).toEqual([
			contacts.map((json, item) => ({ json: { ...json }, pairedItem: { item } })),
		]);
	});

	test('Get Many: all pages are read, and contacts are paired to the item that asked', async () => {
		const { contacts } = theRunning().service;
		const inVigo = Array.from({ length: 30 }, () =>
			contacts.create([{ name: 'city', value: 'Vigo & more' }]),
		);

		const { node } = await runFlow({
			parameters: contactOperation('getAll', {
				fieldName: 'city',
				fieldValue: '={{ $json.city }}',
				returnAll: true,
			}),
			items: [{ city: 'nowhere' }, { city: 'Vigo & more' }],
		});

		const [items = []] = node.outputs;
		expect(items.map(({ json }) => json['id'])).toEqual(inVigo);
		expect(items.map(({ pairedItem }) => pairedItem)).toEqual(inVigo.map(() => ({ item: 1 })));
		const search = 'GET /v1/contact/by_custom_field?name=city&value=';
		expect(requests().sort()).toEqual([
			`${search}Vigo%20%26%20more`,
			`${search}Vigo%20%26%20more&page=2`,
			`${search}nowhere`,
		]);
	});

	test('Get Many: no more than the limit is given', async () => {
		const { node } = await runFlow({
			parameters: contactOperation('getAll', {
				fieldName: 'gender',
				fieldValue: 'female',
				returnAll: false,
				limit: 3,
			}),
		});

		expect(node.outputs[0]).toHaveLength(3);
	});

	test('Update: fields change, and an empty value clears one', async () => {
		const [contact] = firstContacts(1);
		const contactId = contact?.id ?? '';

		const { node } = await runFlow({
			parameters: onContact('update', {
				customFields: {
					field: [
						{ name: 'firstName', value: '={{ $json.name }}' },
						{ name: 'email', value: '' },
					],
				},
			}),
			items: [{ contactId, name: 'Ana' }],
		});

		expect(node.outputs).toEqual([[{ json: { id: contactId }, pairedItem: { item: 0 } }]]);
		expect(theRunning().service.contacts.get(contactId)).toEqual({
			...contact,
			custom_fields: { ...contact?.custom_fields, firstName: 'Ana', email: '' },
		});
	});

	test('Update: the fields of the input item, in as many calls as they need', async () => {
		const fields = Object.fromEntries(
			Array.from({ length: 31 }, (_, index) => [`field${String(index)}`, String(index)]),
		);
		const [contact] = firstContacts(1);
		const contactId = contact?.id ?? '';

		const { node } = await runFlow({
			parameters: onContact('update', {
				mappingMode: 'autoMapInputData',
				options: { fieldsToExclude: 'contactId' },
			}),
			items: [{ contactId, ...fields }],
		});

		expect(node.outputs).toEqual([[{ json: { id: contactId }, pairedItem: { item: 0 } }]]);
		expect(requests()).toEqual([`PUT /v1/contact/${contactId}`, `PUT /v1/contact/${contactId}`]);
		expect(theRunning().service.contacts.get(contactId)?.custom_fields).toEqual({
			...contact?.custom_fields,
			...fields,
		});
	});

	test.each([
		[
			'addTags',
			'POST',
			'Contact Tags have been added successfully.',
			['regular', 'new', 'from n8n'],
		],
		['removeTags', 'DELETE', 'Contact Tags deleted successfully.', ['regular']],
	])('%s: the tags are as asked for, and the envelope is given', async (...given) => {
		const [operation, method, message, tagsAfterwards] = given;
		const { contacts } = theRunning().service;
		contacts.add({ id: 'tagged', custom_fields: {}, tags: ['regular', 'new'], created_at: 1 });

		const { node } = await runFlow({
			parameters: onContact(operation, {
				tags: { tag: [{ name: 'new' }, { name: '={{ $json.tag }}' }] },
			}),
			items: [{ contactId: 'tagged', tag: 'from n8n' }],
		});

		expect(node.outputs).toEqual([
			[{ json: { status: 'success', message, data: [] }, pairedItem: { item: 0 } }],
		]);
		expect(requests()).toEqual([`${method} /v1/contact/tagged/tags`]);
		expect(bodies()).toEqual([{ tags: ['new', 'from n8n'] }]);
		expect(contacts.get('tagged')?.tags).toEqual(tagsAfterwards);
	});
}

/** Every kind of message that Send offers, with exactly the keys of the interface. */
export function messageTypes(): void {
	const url = (ending: string) => `https://files.example.com/a%20b.${ending}?x=1&y=ü`;

	test.each([
		{
			content: { messageType: 'text', text: 'Hi\n*🙂*' },
			item: { type: 'text', text: 'Hi\n*🙂*' },
		},
		...[
			{ type: 'image', url: url('png') },
			{ type: 'video', url: url('mp4') },
			{ type: 'audio', url: url('mp3') },
			{ type: 'file', url: url('pdf') },
		].map((item) => ({ content: { messageType: item.type, url: item.url }, item })),
		{
			content: {
				messageType: 'quickReply',
				title: 'Table?',
				replies: { reply: [{ text: 'Yes' }, { text: '={{ "No".toUpperCase() }}' }] },
			},
			item: { type: 'quick_reply', title: 'Table?', replies: ['Yes', 'NO'] },
		},
	])('$item.type', async ({ content, item }) => {
		const items = firstContacts(1).map(({ id }) => ({ contactId: id }));

		const { execution } = await runFlow({ parameters: send(content), items });

		expect(execution.status).toBe('success');
		expect(bodies()).toEqual([{ body: [item] }]);
		expect(theRunning().service.messages).toHaveLength(1);
	});
}
