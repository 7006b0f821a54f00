import { theRunning } from '../../running/running';
import { importExample } from '../fixture/importExample';
import { contacts, received } from '../fixture/channel';

/** All contacts with the locale are asked, and running surveys end. */
export async function quickReplySurvey(): Promise<void> {
	const workflow = await importExample('quick-reply-survey');
	const asked = contacts()
		.withField('locale', 'es_ES')
		.map(({ id }) => id);

	const execution = await theRunning().client.runWorkflow(workflow);

	expect(execution.status).toBe('success');
	expect(asked.length).toBeGreaterThan(1);
	expect(
		received()
			.map(({ contactId }) => contactId)
			.sort(),
	).toEqual([...asked].sort());
	const sends = theRunning().service.calls.filter(({ path }) => path.includes('/message/'));
	for (const { body } of sends) {
		expect(body).toMatchObject({ forceCancelSurvey: true, body: [{ type: 'quick_reply' }] });
	}
}
