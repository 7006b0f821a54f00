import {
	receivedRequests,
	expectedRequests,
	operationsWithoutWait,
	prepareCase,
} from '../../support/fixtures/operationCases';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { runNode } from '../../support/fixtures/nodeWorkflow';

/** Every operation once, as a user's workflow has it. */
export function operations(): void {
	test.each(operationsWithoutWait)('%s', async (name) => {
		const { service } = testEnvironment();
		const run = prepareCase(service, name);

		const { node } = await runNode({ parameters: run.parameters });

		expect(node.outputs).toEqual([run.output.map((json) => ({ json, pairedItem: { item: 0 } }))]);
		expect(receivedRequests(service)).toEqual(expectedRequests(run, 'other'));
	});
}
