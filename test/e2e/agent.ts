import type { INodeParameters } from 'n8n-workflow';
import type { Workflow } from '../n8n';
import { type ChatModel, type Reply, startChatModel } from '../running/chatModel';
import { contact, contactOperation, send } from '../running/parameters';
import { theRunning } from '../running/running';
import { channelMessaging, type NodeSettings, nodeName } from '../running/workflow';

/** The model gives a value, described for it as the editor lets a user do. */
function fromModel(key: string, description: string, type = 'string'): string {
	return `={{ $fromAI('${key}', \`${description}\`, '${type}') }}`;
}

/** What the button beside a parameter puts there: nothing but the name. */
function byButton(key: string): string {
	return `={{ /*n8n-auto-generated-fromAI-override*/ $fromAI('${key}', \`\`, 'string') }}`;
}

const theContact = contact(fromModel('contact', 'The identifier of the contact'));

const sendText = send({
	contactId: contact(byButton('Contact')),
	messageType: 'text',
	text: byButton('Text'),
});

/** An AI agent that has the node as its only tool. */
function agentWorkflow(
	parameters: INodeParameters,
	modelCredential: { id: string; name: string },
	settings: NodeSettings = {},
): Workflow {
	const model = 'Model';
	const agent = 'AI Agent';
	const to = (node: string, type: string) => ({ [type]: [[{ node, type, index: 0 }]] });
	return {
		name: expect.getState().currentTestName?.slice(-120) ?? 'Agent',
		nodes: [
			{
				name: 'Start',
				type: 'n8n-nodes-base.manualTrigger',
				typeVersion: 1,
				position: [0, 0],
				parameters: {},
			},
			{
				name: agent,
				type: '@n8n/n8n-nodes-langchain.agent',
				typeVersion: 3.1,
				position: [200, 0],
				parameters: { promptType: 'define', text: 'Do what the customer wants', options: {} },
			},
			{
				name: model,
				type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
				typeVersion: 1.3,
				position: [100, 200],
				parameters: {
					model: { __rl: true, mode: 'id', value: 'stand-in' },
					responsesApiEnabled: false,
					options: { maxRetries: 0 },
				},
				credentials: { openAiApi: modelCredential },
			},
			{
				...channelMessaging(parameters, settings),
				type: 'n8n-nodes-channel-messaging.channelMessagingTool',
				position: [300, 200],
			},
		],
		connections: {
			Start: to(agent, 'main'),
			[model]: to(agent, 'ai_languageModel'),
			[nodeName]: to(agent, 'ai_tool'),
		},
		settings: { executionOrder: 'v1' },
	};
}

/** The node as the tool of n8n's own AI Agent. */
export function agent(): void {
	let model: ChatModel;
	let modelCredential: { id: string; name: string };

	beforeAll(async () => {
		model = await startChatModel();
		modelCredential = await theRunning().client.createCredential({
			name: 'Model',
			type: 'openAiApi',
			data: { apiKey: 'none', url: model.url, header: false },
		});
	});

	afterAll(async () => {
		await model.close();
	});

	/** Lets the model say this, and then that it is done. */
	async function converse(
		parameters: INodeParameters,
		replies: readonly Reply[],
		settings?: NodeSettings,
	) {
		model.says([...replies, { text: 'Done.' }]);
		const { client } = theRunning();
		const execution = await client.runWorkflow(
			agentWorkflow(parameters, modelCredential, settings),
		);
		return execution;
	}

	const aContact = () => theRunning().service.contacts.all()[0]?.id ?? '';

	test('the model is told what the tool does, and what to give', async () => {
		await converse(send({ ...sendText, text: fromModel('text', 'What to say, in Spanish') }), []);

		const tool = model.requests[0]?.tools?.[0]?.function;
		expect(tool).toMatchObject({
			name: 'Channel_Messaging',
			description: 'Send message in Channel Messaging',
			parameters: {
				properties: { Contact: {}, text: { description: 'What to say, in Spanish' } },
			},
		});
		expect(tool?.parameters.required).toEqual(['Contact', 'text']);
	});

	interface OperationCase {
		operation: string;
		parameters: INodeParameters;
		given: () => Readonly<Record<string, unknown>>;
		/** The call that reaches the service. */
		call: { method: string; path: RegExp; body?: unknown };
		/** In what the model is answered. */
		answer: string;
	}

	const cases: OperationCase[] = [
		{
			operation: 'Send',
			parameters: sendText,
			given: () => ({ Contact: aContact(), Text: 'Hello Ana' }),
			call: {
				method: 'POST',
				path: /^\/v1\/message\/sendContent\/./,
				body: { body: [{ type: 'text', text: 'Hello Ana' }] },
			},
			answer: 'Message Sent',
		},
		{
			operation: 'Send, with a message type and quick replies',
			parameters: send({
				contactId: theContact,
				messageType: fromModel('type', 'One of: text, quickReply'),
				title: fromModel('question', 'The question'),
				replies: {
					reply: [
						{ text: fromModel('yes', 'How to agree, up to 20 characters') },
						{ text: fromModel('no', 'How to decline, up to 20 characters') },
					],
				},
			}),
			given: () => ({
				contact: aContact(),
				type: 'quickReply',
				question: 'Shall we?',
				yes: 'Yes, please',
				no: 'No, thanks',
			}),
			call: {
				method: 'POST',
				path: /^\/v1\/message\/sendContent\/./,
				body: {
					body: [
						{ type: 'quick_reply', title: 'Shall we?', replies: ['Yes, please', 'No, thanks'] },
					],
				},
			},
			answer: 'Message Sent',
		},
		{
			operation: 'Create',
			parameters: contactOperation('create', {
				customFields: {
					field: [
						{ name: 'firstName', value: fromModel('name', 'The first name') },
						{ name: 'phone', value: fromModel('phone', 'With country code') },
					],
				},
			}),
			given: () => ({ name: 'Ana', phone: '+34600000099' }),
			call: {
				method: 'POST',
				path: /^\/v1\/contact$/,
				body: {
					custom_fields: [
						{ name: 'firstName', value: 'Ana' },
						{ name: 'phone', value: '+34600000099' },
					],
				},
			},
			answer: 'cus_',
		},
		{
			operation: 'Get',
			parameters: contactOperation('get', { contactId: theContact }),
			given: () => ({ contact: aContact() }),
			call: { method: 'GET', path: /^\/v1\/contact\/[^/?]+$/ },
			answer: 'custom_fields',
		},
		{
			operation: 'Get Many',
			parameters: contactOperation('getAll', {
				fieldName: fromModel('field', 'The custom field to search, such as phone'),
				fieldValue: fromModel('value', 'The value that it must have'),
				returnAll: false,
				limit: "={{ $fromAI('limit', `How many at most`, 'number', 5) }}",
			}),
			given: () => ({ field: 'phone', value: '+155501000001', limit: 1 }),
			call: {
				method: 'GET',
				path: /^\/v1\/contact\/by_custom_field\?name=phone&value=%2B155501000001/,
			},
			answer: '+155501000001',
		},
		{
			operation: 'Update',
			parameters: contactOperation('update', {
				contactId: theContact,
				customFields: {
					field: [
						{
							name: fromModel('field', 'The custom field to set'),
							value: fromModel('value', 'Its new value'),
						},
					],
				},
			}),
			given: () => ({ contact: aContact(), field: 'city', value: 'Vigo' }),
			call: {
				method: 'PUT',
				path: /^\/v1\/contact\/[^/]+$/,
				body: { custom_fields: [{ name: 'city', value: 'Vigo' }] },
			},
			answer: '"id"',
		},
		{
			operation: 'Create or Update',
			parameters: contactOperation('upsert', {
				fieldName: 'phone',
				fieldValue: fromModel('phone', 'With country code'),
				customFields: { field: [{ name: 'city', value: fromModel('city', 'The city') }] },
			}),
			given: () => ({ phone: '+155501000001', city: 'Lugo' }),
			call: {
				method: 'PUT',
				path: /^\/v1\/contact\/\d+$/,
				body: { custom_fields: [{ name: 'city', value: 'Lugo' }] },
			},
			answer: 'updated',
		},
		{
			operation: 'Send, with all quick replies in one list',
			parameters: send({
				contactId: theContact,
				messageType: 'quickReply',
				title: 'When?',
				specifyReplies: 'list',
				replyList: fromModel('replies', 'Up to 10 answers, with commas in between'),
			}),
			given: () => ({ contact: aContact(), replies: 'Today, Tomorrow' }),
			call: {
				method: 'POST',
				path: /^\/v1\/message\/sendContent\/./,
				body: { body: [{ type: 'quick_reply', title: 'When?', replies: ['Today', 'Tomorrow'] }] },
			},
			answer: 'Message Sent',
		},
		{
			operation: 'Update, with all custom fields as JSON',
			parameters: contactOperation('update', {
				contactId: theContact,
				mappingMode: 'json',
				customFieldsJson: fromModel('fields', 'Names and values of custom fields', 'json'),
			}),
			given: () => ({ contact: aContact(), fields: { city: 'Vigo', size: 'M' } }),
			call: {
				method: 'PUT',
				path: /^\/v1\/contact\/[^/]+$/,
				body: {
					custom_fields: [
						{ name: 'city', value: 'Vigo' },
						{ name: 'size', value: 'M' },
					],
				},
			},
			answer: '"id"',
		},
		{
			operation: 'Add Tags, with all tags in one list',
			parameters: contactOperation('addTags', {
				contactId: theContact,
				specifyTags: 'list',
				tagList: fromModel('tags', 'The tags, as a list', 'json'),
			}),
			given: () => ({ contact: aContact(), tags: ['vip', 'new'] }),
			call: {
				method: 'POST',
				path: /^\/v1\/contact\/[^/]+\/tags$/,
				body: { tags: ['vip', 'new'] },
			},
			answer: 'success',
		},
		...(['addTags', 'removeTags'] as const).map((operation) => ({
			operation,
			parameters: contactOperation(operation, {
				contactId: theContact,
				tags: { tag: [{ name: fromModel('tag', 'The name of the tag') }] },
			}),
			given: () => ({ contact: aContact(), tag: 'vip' }),
			call: {
				method: operation === 'addTags' ? 'POST' : 'DELETE',
				path: /^\/v1\/contact\/[^/]+\/tags$/,
				body: { tags: ['vip'] },
			},
			answer: 'success',
		})),
	];

	test.each(cases)(
		'the model does $operation, and reads what came of it',
		async ({ parameters, given, call, answer }) => {
			const { error } = await converse(parameters, [{ calls: [given()] }]);

			expect(error).toBeUndefined();
			const calls = theRunning().service.calls.filter(({ path }) => call.path.test(path));
			const [only, ...others] = calls;
			expect(others).toEqual([]);
			expect(only).toMatchObject({
				method: call.method,
				path: expect.stringMatching(call.path) as string,
				status: 200,
				...(call.body === undefined ? {} : { body: call.body }),
			});
			expect(model.toolAnswers()).toEqual([expect.stringContaining(answer)]);
		},
	);

	test('the model is told what is wrong with what it gave, and puts it right', async () => {
		const question = send({
			contactId: theContact,
			messageType: 'quickReply',
			title: 'Shall we?',
			replies: { reply: [{ text: fromModel('reply', 'What the contact can tap') }] },
		});
		const given = { contact: aContact(), reply: 'Yes, I would like that very much' };

		const { error } = await converse(question, [
			{ calls: [given] },
			{ calls: [{ ...given, reply: 'Yes' }] },
		]);

		const [first, second] = model.toolAnswers();
		expect(error).toBeUndefined();
		expect(first).toContain(
			"'Text' of reply 1 in 'Replies' has 32 characters, but the service takes at most 20",
		);
		expect(first).toContain('Shorten the reply');
		expect(second).toContain('Message Sent');
		expect(theRunning().service.messages).toMatchObject([{ item: { replies: ['Yes'] } }]);
	});

	test("the model reads the service's own words when it refuses", async () => {
		theRunning().service.faults.add({
			fault: { kind: 'status', status: 403, message: 'The contact has blocked you' },
		});

		await converse(sendText, [{ calls: [{ Contact: aContact(), Text: 'Hello' }] }]);

		expect(model.toolAnswers()).toEqual([expect.stringContaining('The contact has blocked you')]);
	});

	test.each([false, true])(
		'two calls of the tool are two messages, at once or one after the other, with Retry On Fail %s',
		async (retryOnFail) => {
			const given = { Contact: aContact(), Text: 'Hello' };

			await converse(
				sendText,
				[{ calls: [given, { ...given, Text: 'Are you there?' }] }, { calls: [given] }],
				{ retryOnFail, maxTries: 3, waitBetweenTries: 1 },
			);

			const texts = theRunning().service.messages.map(({ item }) => 'text' in item && item.text);
			expect([...texts].sort()).toEqual(['Are you there?', 'Hello', 'Hello']);
			expect(model.toolAnswers()).toHaveLength(3);
		},
	);

	test('a message that may have gone out ends the execution, so that no model sends it again', async () => {
		theRunning().service.faults.add({ fault: { kind: 'connectionLost', when: 'afterEffect' } });
		const given = { Contact: aContact(), Text: 'Hello' };

		const { error } = await converse(sendText, [{ calls: [given] }, { calls: [given] }], {
			retryOnFail: true,
			maxTries: 3,
			waitBetweenTries: 1,
		});

		expect(error?.description).toContain('The call may have been done');
		expect(theRunning().service.messages).toHaveLength(1);
		expect(model.requests).toHaveLength(1);
	});

	test('a token that is refused ends the execution, as no model can put it right', async () => {
		theRunning().service.faults.add({
			fault: { kind: 'status', status: 401, message: 'API Token is invalid.' },
		});

		const { error } = await converse(sendText, [
			{ calls: [{ Contact: aContact(), Text: 'Hello' }] },
		]);

		expect(error?.message).toContain('The channel token was not accepted');
	});

	test('the model is told that nobody has a phone number, and nothing is sent', async () => {
		const byPhone = { ...sendText, contactId: { ...theContact, mode: 'phone' } };
		const given = { contact: '+10000000000', Text: 'Hello' };

		const { error } = await converse(byPhone, [
			{ calls: [given] },
			{ calls: [{ ...given, contact: '+155501000001' }] },
		]);

		expect(error).toBeUndefined();
		const [first, second] = model.toolAnswers();
		expect(first).toContain("No contact has the phone '+10000000000'");
		expect(second).toContain('Message Sent');
		expect(theRunning().service.messages).toMatchObject([{ contactId: aContact() }]);
	});

	test('a key keeps the model from sending the same twice', async () => {
		const once = { ...sendText, options: { sendOnceKey: byButton('Send_Once_Per_Key') } };
		const given = { Contact: aContact(), Text: 'Shipped', Send_Once_Per_Key: 'order 17' };

		await converse(once, [{ calls: [given] }, { calls: [given] }]);

		expect(theRunning().service.messages).toHaveLength(1);
		expect(model.toolAnswers()[1]).toContain("a message with the key 'order 17' was already sent");
	});
}
