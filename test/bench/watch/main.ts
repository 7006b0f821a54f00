import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { timeWithoutProcessor, usageOf } from './processUsage';
import type { Recording } from './recording';

/** How often to look, in milliseconds. */
const interval = 20;

/** How long n8n's health page takes to answer, by one connection that stays open. */
async function healthWait(url: string, agent: Agent): Promise<void> {
	await new Promise<void>((resolve, reject) => {
		get(`${url}/healthz`, { agent }, (response) => {
			response.resume();
			response.once('end', resolve);
		}).once('error', reject);
	});
}

async function main(url: string, processId: number): Promise<void> {
	const recording: Recording = { waits: [], usages: [] };
	const agent = new Agent({ keepAlive: true, maxSockets: 1 });
	process.once('SIGTERM', () => {
		process.stdout.write(JSON.stringify(recording), () => process.exit());
	});
	for (;;) {
		const from = Date.now();
		recording.usages.push({ at: from, ...usageOf(processId) });
		const before = timeWithoutProcessor(processId);
		await healthWait(url, agent);
		const to = Date.now();
		recording.waits.push({ from, to, held: timeWithoutProcessor(processId) - before });
		await sleep(Math.max(1, interval - (to - from)));
	}
}

const [url = '', processId = ''] = process.argv.slice(2);
void main(url, Number(processId));
