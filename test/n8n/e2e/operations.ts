import { callsMade, callsOf, endingOperations, runOn } from '../../support/running/operationRuns';
import { theRunning } from '../../support/running/running';
import { runFlow } from '../../support/running/workflow';

/** Every operation once, as a user's workflow has it. */
export function operations(): void {
	test.each(endingOperations)('%s', async (name) => {
		const { service } = theRunning();
		const run = runOn(service, name);

		const { node } = await runFlow({ parameters: run.parameters });

		expect(node.outputs).toEqual([run.output.map((json) => ({ json, pairedItem: { item: 0 } }))]);
		expect(callsMade(service)).toEqual(callsOf(run, 'other'));
	});
}
