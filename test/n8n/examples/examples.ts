import { testedRelease } from '../../support/n8n';
import { runExample } from './exampleCase';
import { exampleCases } from './exampleCases';
import { exampleNames, runsIn } from './exampleFiles';
import { agentThatAnswers, agentWithManyMessages } from './runs/agentThatAnswers';
import { approveLargeOrder } from './runs/approveLargeOrder';
import { askInTheChat } from './runs/askInTheChat';
import { followUpWithNewLeads } from './runs/followUpWithNewLeads';
import { mcpServer } from './runs/mcpServer';
import { quietHours } from './runs/quietHours';

/** The tests of examples with more than inputs and results, by folder name. */
const runs: Readonly<Record<string, () => Promise<void>>> = {
	'agent-that-answers': agentThatAnswers,
	'approve-a-large-order': approveLargeOrder,
	'ask-in-the-chat': askInTheChat,
	'follow-up-with-new-leads': followUpWithNewLeads,
	'mcp-server': mcpServer,
	'quiet-hours': quietHours,
};

/** Tested in queue mode, because the example needs PostgreSQL. */
const inQueueMode = 'send-once-across-workers';

/** The example workflows, imported and executed according to their READMEs. */
export function examples(): void {
	const names = exampleNames().filter(
		(name) => name !== inQueueMode && runsIn(testedRelease, name),
	);

	test.each(names)('%s produces the documented result', async (name) => {
		const [example, run] = [exampleCases[name], runs[name]];
		if (run !== undefined) await run();
		else if (example === undefined) throw new Error(`The example ${name} has no test`);
		else for (const each of [example].flat()) await runExample(name, each);
	});

	if (names.includes('agent-that-answers')) {
		test('agent-that-answers answers after more than 10,000 messages', agentWithManyMessages);
	}
}
