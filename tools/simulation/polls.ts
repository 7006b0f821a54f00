import { table } from '../table';
import { type PollScenario, simulatePolls } from './poll';

const scenarios: readonly PollScenario[] = [
	{ contacts: 100 },
	{ contacts: 1_000 },
	{ contacts: 10_000 },
	{ contacts: 10_000, triggers: 2 },
	{ contacts: 10_000, triggers: 3 },
	{ contacts: 0, triggers: 0, campaignConcurrency: 100 },
	{ contacts: 100, campaignConcurrency: 100 },
	{ contacts: 1_000, campaignConcurrency: 100 },
	{ contacts: 1_000, campaignConcurrency: 100, firstPollMs: 40_000 },
	{ contacts: 1_000, campaignConcurrency: 30 },
	{ contacts: 1_000, campaignConcurrency: 30, firstPollMs: 40_000 },
	{ contacts: 10_000, campaignConcurrency: 100 },
];

const titles = [
	...['contacts', 'triggers', 'campaign requests at a time', 'polls per pass', 'longest poll, s'],
	...['poll requests/min', 'campaign requests/min', 'single waits, s', 'at most, s', '429s'],
];

/** Prints how triggers that poll every minute share the contact limit with executions. */
export async function printPolls(): Promise<void> {
	const rows: (readonly string[])[] = [];
	for (const scenario of scenarios) {
		const result = await simulatePolls(scenario);
		rows.push([
			scenario.contacts.toLocaleString('en'),
			String(scenario.triggers ?? 1),
			String(scenario.campaignConcurrency ?? 0),
			result.pollsPerPass === undefined ? '–' : String(result.pollsPerPass),
			result.maxPollSeconds.toFixed(1),
			result.pollRequestsPerMinute.toFixed(1),
			result.campaignRequestsPerMinute.toFixed(1),
			result.meanSingleWaitSeconds.toFixed(1),
			result.maxSingleWaitSeconds.toFixed(1),
			String(result.rejected),
		]);
	}
	console.log(table(titles, rows));
}
