import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { outputOf } from '../../../support/n8n';
import { contacts, importExample, received } from '../importedExample';

/** A second execution sends only the messages that the first one didn't send. */
export async function resumeAStoppedCampaign(): Promise<void> {
	const { client, service } = testEnvironment();
	const workflow = await importExample('resume-a-stopped-campaign');
	const [amara, jonas, lucia] = contacts().all();
	const contactId = jonas?.id ?? '';
	service.faults.add({ match: { contactId }, fault: { kind: 'status', status: 403 } });

	const first = await client.runWorkflow(workflow.id);

	expect(outputOf(first, 'Count by status')).toMatchObject([
		{ json: { status: 'Success', count_message: 2 } },
	]);
	expect(outputOf(first, 'List customers not reached')).toMatchObject([
		{ json: { customerNumber: 'C-00002' } },
	]);

	const second = await client.runWorkflow(workflow.id);

	expect(second.status).toBe('success');
	expect(outputOf(second, 'Count by status')).toHaveLength(2);
	expect(outputOf(second, 'Count by status')).toMatchObject(
		expect.arrayContaining([
			expect.objectContaining({ json: { status: 'skipped', count_message: 2 } }),
			expect.objectContaining({ json: { status: 'Success', count_message: 1 } }),
		]) as object,
	);
	expect(
		received()
			.map(({ contactId: id }) => id)
			.sort(),
	).toEqual([amara?.id, jonas?.id, lucia?.id].sort());
}
