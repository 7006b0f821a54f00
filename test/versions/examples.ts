import { runs } from '../examples/runs';

/** The example workflows, each imported and run as its description says. */
export function examples(): void {
	test.each(Object.entries(runs))('%s', async (_name, run) => {
		await run();
	});
}
