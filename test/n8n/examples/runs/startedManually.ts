import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { submitAnswer, waitForQuestion } from '../../../support/fixtures/question';
import { outputOf } from '../../../support/n8n';
import {
	amara,
	contactWith,
	execute,
	importExample,
	jonas,
	lucia,
	received,
	recipients,
	text,
} from '../importedExample';

/** Examples that start with a click on Execute workflow. Pinned data replaces other services. */
export const startedManually = {
	'send-a-welcome-message': async () => {
		await execute(await importExample('send-a-welcome-message'));

		expect(received()).toEqual([
			text(amara, 'Hello Amara, welcome! Write to us here whenever you need help.'),
		]);
	},

	'quick-reply-survey': async () => {
		const asked = testEnvironment().service.contacts.findByField('locale', 'es_ES');

		await execute(await importExample('quick-reply-survey'));

		expect(asked.length).toBeGreaterThan(1);
		expect(recipients()).toEqual(asked.map(({ custom_fields: fields }) => fields['phone']));
		for (const { item } of received()) expect(item.type).toBe('quick_reply');
	},

	'broadcast-from-google-sheets': async () => {
		const execution = await execute(await importExample('broadcast-from-google-sheets'));

		expect(recipients()).toEqual([amara, jonas]);
		expect(outputOf(execution, 'Set status').map(({ json }) => json)).toEqual([
			{ row_number: 2, status: 'sent' },
			{
				row_number: 3,
				status: "not sent: No contact has the phone '+15550109999' [item 1]",
			},
			{ row_number: 5, status: 'sent' },
		]);
	},

	'appointment-reminders': async () => {
		const workflow = await importExample('appointment-reminders');
		const reminders = [
			text(amara, 'Reminder: Dental check-up, tomorrow at 16:30. See you then!'),
			text(jonas, 'Reminder: Teeth cleaning, tomorrow at 09:15. See you then!'),
		];

		await execute(workflow);
		expect(received()).toEqual(reminders);

		await execute(workflow);
		expect(received()).toEqual(reminders);
	},

	'birthday-greetings': async () => {
		const workflow = await importExample('birthday-greetings');
		const greeting = text(jonas, 'Happy birthday, Jonas! Your next coffee is on us.');

		const execution = await execute(workflow);
		expect(outputOf(execution, 'Split out customers')).toHaveLength(2);
		expect(received()).toEqual([greeting]);

		await execute(workflow);
		expect(received()).toEqual([greeting]);
	},

	'resume-a-stopped-campaign': async () => {
		const workflow = await importExample('resume-a-stopped-campaign');
		const { id: contactId } = contactWith(jonas);
		const fault = { kind: 'status', status: 403 } as const;
		testEnvironment().service.faults.add({ match: { contactId }, fault });

		const first = await execute(workflow);
		expect(recipients()).toEqual([amara, lucia]);
		expect(outputOf(first, 'List customers not reached')).toMatchObject([
			{ json: { customerNumber: 'C-00002' } },
		]);

		const second = await execute(workflow);
		expect(recipients()).toEqual([amara, jonas, lucia]);
		const counts = outputOf(second, 'Count by status').map(({ json }) => json);
		expect(counts).toHaveLength(2);
		expect(counts).toContainEqual({ status: 'skipped', count_message: 2 });
		expect(counts).toContainEqual({ status: 'Success', count_message: 1 });
	},

	'order-messages-from-your-shop': async () => {
		const workflow = await importExample('order-messages-from-your-shop');

		// A shop can report an order twice.
		for (const trigger of ['New Shopify order', 'New WooCommerce order', 'New Shopify order']) {
			await execute(workflow, trigger);
		}

		const marta = contactWith('+34600109002');
		expect(marta.custom_fields).toMatchObject({ firstName: 'Marta' });
		const ending = "We'll message you when it ships.";
		expect(received()).toEqual([
			text(amara, `Hello Amara, thank you for your order 1001 (49.90 EUR). ${ending}`),
			text('+34600109002', `Hello Marta, thank you for your order 727 (29.35 EUR). ${ending}`),
		]);
	},

	'approve-a-large-order': async () => {
		const { client, service } = testEnvironment();
		const workflow = await importExample('approve-a-large-order');
		const decisions = [
			['Accept', 'We have accepted your order 1042. Thank you!'],
			['Decline', "We're sorry, we can't accept your order 1042. We'll contact you."],
		] as const;

		for (const [label, message] of decisions) {
			service.reset();
			const { executionId, links } = await waitForQuestion(await client.startWorkflow(workflow));
			await submitAnswer(links[label]);

			expect((await client.waitForExecution(executionId)).status).toBe('success');
			expect(received()).toEqual([
				text(amara, message),
				text(jonas, expect.stringContaining('costs 480 euros') as string),
			]);
		}
	},
};
