import type { INodeParameters } from 'n8n-workflow';
import type { ModelReply } from '../../support/fixtures/chatModel';
import { contact, contactOperation, send } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { channelMessagingNode, type NodeSettings } from '../../support/fixtures/nodeWorkflow';
import { useAgent } from './scriptedAgent';

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

const retry: NodeSettings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };

/** The node as the tool of n8n's own AI Agent. */
export function agent(): void {
	const scripted = useAgent();

	/** Lets the model say this. */
	async function converse(
		parameters: INodeParameters,
		replies: readonly ModelReply[],
		settings?: NodeSettings,
	) {
		const type = 'n8n-nodes-channel-messaging.channelMessagingTool';
		const tool = { ...channelMessagingNode(parameters, settings), type };
		return await testEnvironment().client.waitForExecution(await scripted.start(replies, tool));
	}

	const aContact = () => testEnvironment().service.contacts.all()[0]?.id ?? '';

	test('the model is told what the tool does, and what to give', async () => {
		await converse(send({ ...sendText, text: fromModel('text', 'What to say, in Spanish') }), []);

		const tool = scripted.model.requests[0]?.tools[0]?.function;
		expect(tool).toMatchObject({
			name: 'Channel_Messaging',
			description: 'Send message in Channel Messaging',
			parameters: {
				properties: { Contact: {}, text: { description: 'What to say, in Spanish' } },
			},
		});
		expect(tool?.parameters.required).toEqual(['Contact', 'text']);
	});

	test.each([
		{
			operation: 'Send, with a message type and all quick replies in one list',
			parameters: send({
				contactId: theContact,
				messageType: fromModel('type', 'One of: text, quickReply'),
				title: fromModel('question', 'The question'),
				specifyReplies: 'list',
				replyList: fromModel('replies', 'Up to 10 answers, with commas in between'),
			}),
			given: { type: 'quickReply', question: 'When?', replies: 'Today, Tomorrow' },
			call: {
				method: 'POST',
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
			given: { fields: { city: 'Vigo', size: 'M' } },
			call: {
				method: 'PUT',
				body: {
					custom_fields: [
						{ name: 'city', value: 'Vigo' },
						{ name: 'size', value: 'M' },
					],
				},
			},
			answer: '"id"',
		},
	])(
		'the model does $operation, and reads what came of it',
		async ({ parameters, given, call, answer }) => {
			const { error } = await converse(parameters, [
				{ toolCalls: [{ contact: aContact(), ...given }] },
			]);

			expect(error).toBeUndefined();
			expect(testEnvironment().service.requests).toMatchObject([{ ...call, status: 200 }]);
			expect(scripted.model.toolResults()).toEqual([expect.stringContaining(answer)]);
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
			{ toolCalls: [given] },
			{ toolCalls: [{ ...given, reply: 'Yes' }] },
		]);

		const [first, second] = scripted.model.toolResults();
		expect(error).toBeUndefined();
		expect(first).toContain("'Replies' has a reply of 32 characters");
		expect(second).toContain('Message Sent');
		expect(testEnvironment().service.messages).toMatchObject([{ item: { replies: ['Yes'] } }]);
	});

	test('two calls of the tool are two messages, at once or one after the other', async () => {
		const given = { Contact: aContact(), Text: 'Hello' };

		await converse(
			sendText,
			[{ toolCalls: [given, { ...given, Text: 'Are you there?' }] }, { toolCalls: [given] }],
			retry,
		);

		const texts = testEnvironment().service.messages.map(({ item }) => 'text' in item && item.text);
		expect([...texts].sort()).toEqual(['Are you there?', 'Hello', 'Hello']);
		expect(scripted.model.toolResults()).toHaveLength(3);
	});

	test('a message that may have gone out ends the execution, so that no model sends it again', async () => {
		testEnvironment().service.faults.add({
			fault: { kind: 'connectionLost', when: 'afterEffect' },
		});
		const given = { Contact: aContact(), Text: 'Hello' };

		const { error } = await converse(
			sendText,
			[{ toolCalls: [given] }, { toolCalls: [given] }],
			retry,
		);

		expect(error?.description).toContain('The request may or may not have been processed');
		expect(testEnvironment().service.messages).toHaveLength(1);
		expect(scripted.model.requests).toHaveLength(1);
	});
}
