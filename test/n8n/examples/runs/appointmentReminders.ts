import { outputOf } from '../../../support/n8n';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { contacts, importExample, received } from '../importedExample';

/** Each appointment with a phone number gets one reminder, in the calendar's time zone. */
export async function appointmentReminders(): Promise<void> {
	const { client } = testEnvironment();
	const workflow = await importExample('appointment-reminders');
	const [amara, jonas] = contacts().all();

	const first = await client.runWorkflow(workflow);

	expect(first.status).toBe('success');
	const reminders = [
		[amara?.id, 'Reminder: Dental check-up, tomorrow at 16:30. See you then!'],
		[jonas?.id, 'Reminder: Teeth cleaning, tomorrow at 09:15. See you then!'],
	].map(([contactId, text]) => ({ contactId, item: { type: 'text', text } }));
	expect(received()).toHaveLength(2);
	expect(received()).toEqual(expect.arrayContaining(reminders));

	const second = await client.runWorkflow(workflow);

	expect(outputOf(second, 'Send reminder')).toMatchObject([
		{ json: { status: 'skipped' } },
		{ json: { status: 'skipped' } },
	]);
	expect(received()).toHaveLength(2);
}
