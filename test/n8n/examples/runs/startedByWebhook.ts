import { startChatModel } from '../../../support/fixtures/chatModel';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { createdId } from '../../../support/service';
import {
	amara,
	contactWith,
	execute,
	executionOf,
	firstExecution,
	importExample,
	jonas,
	lucia,
	received,
	recipients,
	text,
} from '../importedExample';

/** Examples that start with a request to a webhook. */
export const startedByWebhook = {
	'save-contacts-from-a-webhook': async () => {
		const { client } = testEnvironment();
		const workflow = await importExample('save-contacts-from-a-webhook');
		await client.activateWorkflow(workflow.id);
		const phone = '+1 555-010-9007';
		const customer = { customerId: 'K-7', firstName: 'Ana', phone, email: 'a@b.example' };

		const created = await client.postToWebhook('customers', customer);
		const updated = await client.postToWebhook('customers', { ...customer, firstName: 'Anna' });
		const invalid = await client.postToWebhook('customers', { ...customer, customerId: '' });

		const { id, custom_fields: fields } = contactWith('+15550109007');
		expect(fields).toMatchObject({ customerid: 'K-7', firstName: 'Anna' });
		expect(created).toEqual({ status: 200, body: { id: createdId(id), action: 'created' } });
		expect(updated).toEqual({ status: 200, body: { id, action: 'updated' } });
		expect(invalid.status).toBe(422);
		expect(JSON.stringify(invalid.body)).toContain("'Match Value' is empty");
	},

	'tag-by-reply-time': async () => {
		const { client, service } = testEnvironment();
		const workflow = await importExample('tag-by-reply-time');
		await client.activateWorkflow(workflow.id);
		service.contacts.addTags(contactWith(amara).id, ['replies slowly']);

		await client.postToWebhook('reply-times', {
			phone: amara,
			askedAt: '2026-03-02T09:00:00Z',
			repliedAt: '2026-03-02T09:59:00Z',
		});

		expect((await firstExecution(workflow.id)).status).toBe('success');
		const { tags } = contactWith(amara);
		expect(tags).toContain('replies quickly');
		expect(tags).not.toContain('replies slowly');
	},

	'agent-that-answers': async () => {
		const { client } = testEnvironment();
		const model = await startChatModel();
		model.setReplies([[{ text: 'We open at noon.' }]]);
		try {
			const openAi = await client.createCredential({
				name: 'Model on this machine',
				type: 'openAiApi',
				data: { apiKey: 'none', organizationId: '', url: model.url, header: false },
			});
			const workflow = await importExample('agent-that-answers', { credentials: [openAi] });
			await client.activateWorkflow(workflow.id);

			await client.postToWebhook('questions', { phone: lucia, question: 'When do you open?' });

			expect((await firstExecution(workflow.id)).status).toBe('success');
			expect(received()).toEqual([text(lucia, 'We open at noon.')]);
			const [request] = model.requests;
			expect(JSON.stringify(request?.messages)).toContain('When do you open?');
			// The model can't choose the contact.
			const tools = request?.tools.map(({ function: { parameters } }) => parameters.properties);
			expect(tools?.map((properties) => Object.keys(properties))).toEqual([['text']]);
		} finally {
			await model.close();
		}
	},

	/** Contacts who reply with a stop word receive no offers until they reply with a start word. */
	'opt-out-list': async () => {
		const { client, service } = testEnvironment();
		const workflow = await importExample('opt-out-list');
		const sendOffers = async (): Promise<void> => {
			service.reset();
			await execute(workflow, 'Every Monday');
			for (const { item } of received()) {
				expect(JSON.stringify(item)).toContain('all desserts are on us');
			}
		};
		const reply = async (content: string, phone: string): Promise<void> => {
			service.reset();
			const before = (await client.listExecutions(workflow.id)).length;
			await client.postToWebhook('replies', { phone, text: content });
			expect((await executionOf(workflow.id, before + 1)).status).toBe('success');
		};
		await execute(workflow, 'Before the first execution');
		// The second execution reuses the table.
		await execute(workflow, 'Before the first execution');
		await client.activateWorkflow(workflow.id);
		await sendOffers();
		expect(recipients()).toEqual([amara, jonas, lucia]);

		await reply('When do you open?', lucia);
		expect(received()).toEqual([]);
		await reply(' Stop! ', '0015550100002');
		expect(received()).toEqual([
			text(jonas, "You won't receive any more offers. Reply START to receive them again."),
		]);
		await sendOffers();
		expect(recipients()).toEqual([amara, lucia]);

		await reply('Start', '+1 (555) 010-0002');
		expect(recipients()).toEqual([jonas]);
		await sendOffers();
		expect(recipients()).toEqual([amara, jonas, lucia]);
		await client.deactivateWorkflow(workflow.id);
	},
};
