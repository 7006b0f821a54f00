import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { contacts, importExample, received } from '../importedExample';

/** All contacts with the locale are asked. */
export async function quickReplySurvey(): Promise<void> {
	const workflow = await importExample('quick-reply-survey');
	const asked = contacts()
		.findByField('locale', 'es_ES')
		.map(({ id }) => id);

	const execution = await testEnvironment().client.runWorkflow(workflow);

	expect(execution.status).toBe('success');
	expect(asked.length).toBeGreaterThan(1);
	expect(
		received()
			.map(({ contactId }) => contactId)
			.sort(),
	).toEqual([...asked].sort());
	for (const { item } of received()) expect(item.type).toBe('quick_reply');
}
