import { parseArgs } from 'node:util';

import { findBrokenPromise } from '../search';
import { trigger } from './simulation';

const flags = {
	seed: { type: 'string', default: '1' },
	histories: { type: 'string', default: '300' },
	/** Replays a failure together with its seed. */
	path: { type: 'string' },
} as const;

async function main(): Promise<void> {
	const { seed, histories, path } = parseArgs({ options: flags }).values;
	const start = performance.now();
	const range = { seed: Number(seed), histories: Number(histories), path };
	const broken = await findBrokenPromise(trigger, range);
	const seconds = ((performance.now() - start) / 1_000).toFixed(0);
	console.log(broken ?? `${histories} histories in ${seconds} s keep T1, T2, T3, and T4`);
	if (broken !== undefined) process.exitCode = 1;
}

void main();
