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

/** The documented limit (section 8). */
const messagesPerSecond = 25;
/** A rate that is never reached, for storing many keys quickly. */
const unlimited = 100_000;

const titles = ['messages', 'duration, s', 'CPU, s', 'sent', 'skipped', 'max. health delay, ms'];

const seconds = (milliseconds: number) => (milliseconds / 1_000).toFixed(1);

async function startService(limit: number | null): Promise<ServiceProcess> {
	return await startServiceProcess({
		acceptUnknownContacts: true,
		limits: { messagesPerSecond: limit },
		latency: { minMs: 150, maxMs: 250 },
	});
}

/** Measures executions whose messages were already sent, before and after a restart of n8n. */
async function measureResends(
	running: TestEnvironment,
	knownKeys: number,
	newKeys: number,
): Promise<void> {
	const [fast, limited] = [await startService(null), await startService(messagesPerSecond)];
	const credentialFor = async ({ token, url }: ServiceProcess, rate: number) =>
		await running.client.createCredential(
			channelMessaging.credential({ token, url, messagesPerSecond: rate }),
		);
	try {
		const unlimitedCredential = await credentialFor(fast, unlimited);
		const credential = await credentialFor(limited, messagesPerSecond);
		const stage = await Stage.open(running);
		await stage.run({ from: 0, to: knownKeys, credential: unlimitedCredential });
		const row = async (title: string, orders: Orders) => {
			const { node, cpuTimeMs, maxHealthDelayMs } = await stage.runMonitored(orders);
			const statuses = node.outputs[0]?.map(({ json }) => json['status']) ?? [];
			const count = (status: string) => String(statuses.filter((value) => value === status).length);
			return [
				title,
				seconds(node.durationMs),
				seconds(cpuTimeMs),
				count('Success'),
				count('skipped'),
				maxHealthDelayMs.toFixed(0),
			];
		};
		const title = `${String(knownKeys)} known keys, ${String(newKeys)} new ones`;
		const rows = [await row(title, { from: 0, to: knownKeys + newKeys, credential })];
		await stage.killAndRestart();
		const restarted = `${String(knownKeys)} known keys, n8n restarted`;
		rows.push(await row(restarted, { from: 0, to: knownKeys, credential }));
		console.log(table(titles, rows));
	} finally {
		await fast.stop();
		await limited.stop();
	}
}

/** Kills n8n during a campaign, and resumes the campaign by running the workflow again. */
async function measureInterruption(running: TestEnvironment, items: number): Promise<void> {
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
			`A campaign of ${String(items)} messages. n8n was killed after ${String(before)}.`,
			`The rest took ${seconds(durationMs)} s.`,
			`Duplicates: ${String(duplicates)}, lost: ${String(items - accepted + duplicates)}`,
		].join(' '),
	);
}

/** Prints the cost of Send Once per Key in a real n8n. */
async function main(): Promise<void> {
	const { values } = parseArgs({ options: { items: { type: 'string', default: '50000' } } });
	const running = await startTestEnvironment();
	try {
		await measureInterruption(running, 500);
		await measureResends(running, 1_000, 5);
		await measureResends(running, Number(values.items), 0);
	} finally {
		await running.stop();
	}
}

main().catch((failure: unknown) => {
	console.error(failure instanceof Error ? failure.message : failure);
	process.exitCode = 1;
});
