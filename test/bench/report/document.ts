import type { ScenarioName } from '../commandLine';
import type { Row } from '../row';
import type { Target } from '../targets';
import { columns } from './columns';
import { rowTable, targetTable } from './results';

/** All that the report tells. */
export interface Results {
	readonly machine: readonly string[];
	readonly date: Date;
	readonly minutes: number;
	readonly rows: readonly Row[];
	readonly targets: readonly Target[];
}

const introduction = `# Benchmarks

What it costs to send messages from a real n8n, and what arrives: this package's node beside n8n's own HTTP Request node, on the same work, in one run. A local service stands for the messaging service; it counts as the document's limits say and runs in a process of its own.

HTTP Request makes the same call, with a header credential, a JSON body, and On Error set to continue so that losses can be counted. It is measured as it comes and, under the limit, with the two settings of its batching that a user would try.

Run it again with \`npm run bench\`; \`npm run bench -- --help\` shows what else it can do. It writes this file. The numbers depend on the machine and on what else it does, so compare rows of one run with each other.`;

const titles: Readonly<Record<ScenarioName, string>> = {
	limits: 'Under the limit of 25 a second',
	besideCampaigns: 'A single message beside campaigns',
	roundTrip: '25 messages at once',
	lifted: 'Without a limit',
};

const explanations: Readonly<Record<ScenarioName, string>> = {
	besideCampaigns:
		'How long a single message of another workflow takes while one campaign, or twenty at once, use up the limit. Five are sent, two seconds apart; the slowest counts.',
	limits: 'How much of the limit is used, and what is lost, in each way a service may count.',
	roundTrip:
		'As many messages as may go out at once, answered after 200 ms each. One round trip is the least that is possible. Repeated, in turns.',
	lifted:
		"What the sending itself costs: the service knows no limit and answers at once, and the two numbers of the credential are 100,000. Each way has an n8n of its own, measured first with 1,000 items, then with 10,000; the order turns about. A target compares each way's medians; for the health page the worst value counts.",
};

function section(scenario: ScenarioName, all: readonly Row[]): string {
	const rows = all.filter((row) => row.scenario === scenario);
	return [`## ${titles[scenario]}`, explanations[scenario], rowTable(rows)].join('\n\n');
}

/** The report as Markdown. */
export function documentOf({ machine, date, minutes, rows, targets }: Results): string {
	const loads = rows.map(({ load }) => load);
	const load = [Math.min(...loads), Math.max(...loads)].map((value) => value.toFixed(1));
	const facts = [
		...machine,
		`${date.toISOString().slice(0, 10)}, ${minutes.toFixed(0)} minutes`,
		`Load average from ${load.join(' to ')} when a measurement began`,
	];
	const missed = targets.filter(({ met }) => !met).length;
	return [
		introduction,
		facts.map((fact) => `- ${fact}`).join('\n'),
		'## Targets',
		`${String(targets.length - missed)} met, ${String(missed)} missed.`,
		targetTable(targets),
		section('limits', rows),
		section('besideCampaigns', rows),
		section('roundTrip', rows),
		section('lifted', rows),
		'## The columns',
		columns.map(({ title, meaning }) => `- **${title}**: ${meaning}`).join('\n'),
		'',
	]
		.join('\n\n')
		.trimEnd()
		.concat('\n');
}
