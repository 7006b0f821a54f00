import { sendQuestion, submitAnswer } from '../../support/fixtures/question';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { outputOf } from '../../support/n8n';

/** An answer that n8n fails to record. n8n 1 confirms the answer before it records it. */
export function failedResumption(): void {
	test('a second attempt is accepted if n8n failed to resume the execution', async () => {
		const { client, executeSql } = testEnvironment();
		const { executionId, links } = await sendQuestion();
		await executeSql(
			"CREATE TRIGGER fail BEFORE UPDATE ON execution_entity WHEN NEW.status = 'running' BEGIN SELECT RAISE(ABORT, 'test'); END",
		);

		const failed = await submitAnswer(links['Approve']);
		await executeSql('DROP TRIGGER fail');
		const { html } = await submitAnswer(links['Approve']);

		// In a chat, this header shows that n8n called the node before it failed.
		expect(failed).toMatchObject({ status: 500, headers: { 'cache-control': 'no-store' } });
		expect(html).toContain('Thank you');
		const execution = await client.waitForExecution(executionId);
		expect(outputOf(execution, 'Success')).toMatchObject([{ json: { data: { approved: true } } }]);
	});
}
