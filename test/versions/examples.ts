import { theRunning } from '../e2e/fixture/running';
import { provideExamples } from '../start/exampleWorkflows';

const manualTrigger = 'n8n-nodes-base.manualTrigger';

/** The example workflows, as `npm start` and the documentation offer them. */
export function examples(): void {
	test('every example can be stored, and those that a click starts run to their end', async () => {
		const { client, credential } = theRunning();

		const ended: Record<string, string> = {};
		for (const { id, name } of await provideExamples(client, credential)) {
			const { nodes } = await client.getWorkflow(id);
			if (!nodes.some(({ type }) => type === manualTrigger)) continue;
			const { status, error } = await client.runWorkflow(id);
			ended[name] = error === undefined ? status : `${status}: ${error.message}`;
		}

		expect(Object.keys(ended)).not.toEqual([]);
		expect(new Set(Object.values(ended))).toEqual(new Set(['success']));
	});
}
