import { operations as table } from '../../../nodes/ChannelMessaging/operations';
import { callsMade, operationRuns, runOf } from '../../support/running/operationRuns';
import { runFlow } from '../../support/running/workflow';

/** Every operation once, as a user's workflow has it. */
export function operations(): void {
	const names = Object.keys(operationRuns);

	test('every operation has a run', () => {
		const all = table.map(({ resource, value }) => `${resource}/${value}`);
		expect(all.sort()).toEqual([...names].sort());
	});

	test.each(names)('%s', async (name) => {
		const { calls, item = {}, output, parameters } = runOf(name);

		const { node } = await runFlow({ parameters, items: [item] });

		expect(node.outputs).toEqual([output.map((json) => ({ json, pairedItem: { item: 0 } }))]);
		expect(callsMade()).toEqual(calls);
	});
}
