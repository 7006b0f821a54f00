import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';

import * as fc from 'fast-check';

import { type AnyResponse, anyResponse } from '../../test/unit/client/anyResponse';
import { problemsOf, readers } from '../../test/unit/client/responseReader';
import { table } from '../table';
import { startHostileServer } from './hostileServer';
import { watchBlocks } from '../longestBlock';

const flags = {
	seed: { type: 'string', default: '1' },
	/** The number of responses that the node's reader reads in this process. */
	responses: { type: 'string', default: '100000' },
	/** Percentage of large responses that the reader reads. */
	large: { type: 'string', default: '1' },
	/**
	 * The minimum number of responses that n8n's engine receives in a process with a small heap.
	 */
	engine: { type: 'string', default: '1000' },
} as const;

const heapMegabytes = 512;

const responsesPerExecution = 4;

function excerptOf({ body }: AnyResponse): string {
	return JSON.stringify(body.subarray(0, 60).toString('latin1'));
}

/** Returns whether the node reads every response without a problem. */
async function fuzzReader(seed: number, count: number, largeWeight: number): Promise<boolean> {
	const longestBlocks = new Map<string, { ms: number; response: AnyResponse }>();
	const anyReading = fc.tuple(anyResponse(largeWeight), fc.constantFrom(...Object.keys(readers)));
	const details = await fc.check(
		fc.asyncProperty(anyReading, async ([response, reader]) => {
			const problems = await problemsOf(response, reader, async (reading) => {
				const blocks = watchBlocks();
				try {
					return await reading();
				} finally {
					blocks.stop();
					const longest = { ms: blocks.longestMs(), response };
					if (longest.ms > (longestBlocks.get(reader)?.ms ?? -1))
						longestBlocks.set(reader, longest);
				}
			});
			if (problems.length > 0) throw new Error(problems.join('\n'));
		}),
		{ seed, numRuns: count },
	);
	console.log(`The reader received ${String(details.numRuns)} responses.\n`);
	const rows = [...longestBlocks].map(([reader, { ms, response }]) => [
		reader,
		ms.toFixed(0),
		`${String(response.status)}, ${String(response.body.length)} bytes, ${excerptOf(response)}`,
	]);
	console.log(`${table(['Reader', 'Longest block (ms)', 'After'], rows.sort())}\n`);
	if (details.failed) {
		const [response, reader] = details.counterexample?.[0] ?? [];
		console.log(reader, response?.status, response?.body.toString().slice(0, 1_000));
		console.log(details.errorInstance);
	}
	return !details.failed;
}

/** Returns whether n8n's engine survives the responses. */
async function fuzzEngine(seed: number, count: number): Promise<boolean> {
	const server = await startHostileServer(seed);
	const executions = Math.ceil(count / responsesPerExecution);
	const child = spawn(
		process.execPath,
		[
			...[`--max-old-space-size=${String(heapMegabytes)}`, ...process.execArgv],
			...[path.join(__dirname, 'engine.ts'), server.url, String(executions)],
		],
		{ stdio: 'inherit' },
	);
	const code = await new Promise((resolve) => child.on('exit', resolve));
	server.close();
	console.log(
		`Engine with a heap of ${String(heapMegabytes)} MB: ${String(server.responseCount())} responses, exit code ${String(code)}.`,
	);
	return code === 0;
}

async function main(): Promise<number> {
	const { values } = parseArgs({ options: flags });
	const { seed, responses, large, engine } = values;
	const isRead = await fuzzReader(Number(seed), Number(responses), Number(large));
	const isAlive = Number(engine) === 0 || (await fuzzEngine(Number(seed), Number(engine)));
	return isRead && isAlive ? 0 : 1;
}

void main().then(
	(code) => process.exit(code),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
