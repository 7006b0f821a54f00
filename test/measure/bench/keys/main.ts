import { parseArgs } from 'node:util';
import { until } from '../../../support/n8n/until';
import { type ServiceProcess, startServiceProcess } from '../../../support/service/serviceProcess';
import { table } from '../report';
import { type Orders, Stage } from './stage';

/** The limit of section 8, Limits. */
const messagesPerSecond = 25;
/** Far more than can be sent: to fill n8n's store with keys. */
const unlimited = 100_000;

const titles = [
	'what',
	'seconds',
	"n8n's CPU, s",
	'sent',
	'skipped',
	"longest wait of n8n's health page, ms",
];

async function startService(limit: number | null): Promise<ServiceProcess> {
	return await startServiceProcess({
		acceptUnknownContacts: true,
		limits: { messagesPerSecond: limit },
		answers: { minimumMilliseconds: 150, maximumMilliseconds: 250 },
	});
}

/** Runs again what was sent before, with some new orders, and n8n killed in between if so wished. */
async function again(stage: Stage, known: number, added: number): Promise<void> {
	const [fast, limited] = [await startService(null), await startService(messagesPerSecond)];
	try {
		const filling = await stage.credential(fast, unlimited);
		const credential = await stage.credential(limited, messagesPerSecond);
		const workflow = await stage.workflow(filling);
		await stage.run(workflow, { from: 0, to: known }, filling);
		const row = async (what: string, orders: Orders) => {
			const { node, cpuTime, longestWait } = await stage.runWatched(workflow, orders, credential);
			const statuses = node.outputs[0]?.map(({ json }) => json['status']) ?? [];
			const count = (status: string) => String(statuses.filter((one) => one === status).length);
			const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1);
			return [
				what,
				seconds(node.milliseconds),
				seconds(cpuTime),
				count('Success'),
				count('skipped'),
				longestWait.toFixed(0),
			];
		};
		const what = `${String(known)} known keys, ${String(added)} new ones`;
		const rows = [await row(what, { from: 0, to: known + added })];
		await stage.killAndRestart();
		rows.push(await row(`${String(known)} known keys, n8n started again`, { from: 0, to: known }));
		console.log(table(titles, rows));
	} finally {
		await fast.stop();
		await limited.stop();
	}
}

/** A campaign in the middle of which n8n is killed, and which is then run again. */
async function interrupted(stage: Stage, items: number): Promise<void> {
	const service = await startService(messagesPerSecond);
	try {
		const credential = await stage.credential(service, messagesPerSecond);
		const workflow = await stage.workflow(credential);
		const orders = { from: 0, to: items };
		await stage.start(workflow, orders, credential);
		await until({ within: 60_000, waitingFor: 'half of the campaign' }, async () =>
			(await service.seen()).accepted >= items / 2 ? true : undefined,
		);
		await stage.killAndRestart();
		const before = await service.seen();
		const { milliseconds } = await stage.run(workflow, orders, credential);
		const { accepted, duplicates } = await service.seen();
		console.log(
			[
				`A campaign of ${String(items)}, n8n killed at ${String(before.accepted)}:`,
				`run again, it took ${(milliseconds / 1_000).toFixed(1)} s;`,
				`twice: ${String(duplicates)}, not sent: ${String(items - accepted + duplicates)}`,
			].join(' '),
		);
	} finally {
		await service.stop();
	}
}

/** Prints what Send Once Per Key costs in a real n8n where messages were sent before. */
async function main(): Promise<void> {
	const { values } = parseArgs({ options: { items: { type: 'string', default: '50000' } } });
	const stage = await Stage.open();
	try {
		await interrupted(stage, 500);
		await again(stage, 1_000, 5);
		await again(stage, Number(values.items), 0);
	} finally {
		await stage.close();
	}
}

main().catch((failure: unknown) => {
	console.error(failure instanceof Error ? failure.message : failure);
	process.exitCode = 1;
});
