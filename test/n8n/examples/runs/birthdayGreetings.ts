import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { outputOf } from '../../../support/n8n';
import { contacts, importExample, received } from '../importedExample';

/** Customers with a birthday get one greeting, even if the workflow runs twice. */
export async function birthdayGreetings(): Promise<void> {
	const workflow = await importExample('birthday-greetings');

	const execution = await testEnvironment().client.runWorkflow(workflow);

	expect(execution.status).toBe('success');
	expect(outputOf(execution, 'Split out customers')).toHaveLength(2);
	const greeting = {
		contactId: contacts().all()[1]?.id,
		item: { type: 'text', text: 'Happy birthday, Jonas! Your next coffee is on us.' },
	};
	expect(received()).toEqual([greeting]);

	const second = await testEnvironment().client.runWorkflow(workflow);

	expect(outputOf(second, 'Send greeting')).toMatchObject([{ json: { status: 'skipped' } }]);
	expect(received()).toEqual([greeting]);
}
