import { parseArgs } from 'node:util';
import { waitFor } from '../../../test/support/n8n';
import {
	type TestEnvironment,
	startTestEnvironment,
} from '../../../test/support/fixtures/testEnvironment';
import {
	type ServiceProcess,
	startServiceProcess,
} from '../../../test/support/service/serviceProcess';
import { table } from '../../table';
import { channelMessaging } from '../ways';
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

const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1);

async function startService(limit: number | null): Promise<ServiceProcess> {
	return await startServiceProcess({
		acceptUnknownContacts: true,
		limits: { messagesPerSecond: limit },
		latency: { minMs: 150, maxMs: 250 },
	});
}

/** Runs again what was sent before, with some new orders, and n8n killed in between. */
async function again(running: TestEnvironment, known: number, added: number): Promise<void> {
	const [fast, limited] = [await startService(null), await startService(messagesPerSecond)];
	const credentialFor = async ({ token, url }: ServiceProcess, rate: number) =>
		await running.client.createCredential(
			channelMessaging.credential({ token, url, messagesPerSecond: rate }),
		);
	try {
		const filling = await credentialFor(fast, unlimited);
		const credential = await credentialFor(limited, messagesPerSecond);
		const stage = await Stage.open(running);
		await stage.run({ from: 0, to: known, credential: filling });
		const row = async (what: string, orders: Orders) => {
			const { node, cpuTime, longestWait } = await stage.runWatched(orders);
			const statuses = node.outputs[0]?.map(({ json }) => json['status']) ?? [];
			const count = (status: string) => String(statuses.filter((one) => one === status).length);
			return [
				what,
				seconds(node.durationMs),
				seconds(cpuTime),
				count('Success'),
				count('skipped'),
				longestWait.toFixed(0),
			];
		};
		const what = `${String(known)} known keys, ${String(added)} new ones`;
		const rows = [await row(what, { from: 0, to: known + added, credential })];
		await stage.killAndRestart();
		const restarted = `${String(known)} known keys, n8n started again`;
		rows.push(await row(restarted, { from: 0, to: known, credential }));
		console.log(table(titles, rows));
	} finally {
		await fast.stop();
		await limited.stop();
	}
}

/** A campaign in the middle of which n8n is killed, and which is then run again. */
async function interrupted(running: TestEnvironment, items: number): Promise<void> {
	const { service } = running;
	service.configure({
		acceptUnknownContacts: true,
		latency: { minMs: 150, maxMs: 250 },
	});
	const stage = await Stage.open(running);
	const orders = { from: 0, to: items, credential: running.credential };
	await stage.start(orders);
	await waitFor('half of the campaign', () => service.messages.length >= items / 2);
	await stage.killAndRestart();
	const before = service.messages.length;
	const { durationMs } = await stage.run(orders);
	const { accepted, duplicates } = service.statistics();
	console.log(
		[
			`A campaign of ${String(items)}, n8n killed at ${String(before)}:`,
			`run again, it took ${seconds(durationMs)} s;`,
			`twice: ${String(duplicates)}, not sent: ${String(items - accepted + duplicates)}`,
		].join(' '),
	);
}

/** Prints what Send Once per Key costs in a real n8n where messages were sent before. */
async function main(): Promise<void> {
	const { values } = parseArgs({ options: { items: { type: 'string', default: '50000' } } });
	const running = await startTestEnvironment();
	try {
		await interrupted(running, 500);
		await again(running, 1_000, 5);
		await again(running, Number(values.items), 0);
	} finally {
		await running.stop();
	}
}

main().catch((failure: unknown) => {
	console.error(failure instanceof Error ? failure.message : failure);
	process.exitCode = 1;
});
