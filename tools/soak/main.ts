import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

import { table } from '../table';
import createUserFolder from '../../test/workflows/engine/setup';
import removeUserFolder from '../../test/workflows/engine/teardown';
import { soak } from './soak';

const usage = `npm run soak -- [options]

  --messages <number>   the number of messages, 50000 by default
  --seed <number>       repeats the faults of an earlier run
  --help                print this text`;

/** Returns the exit code: 1 if a report of the node contradicts the service's messages. */
async function main(): Promise<number> {
	const { values } = parseArgs({
		options: {
			messages: { type: 'string', default: '50000' },
			seed: { type: 'string', default: String(randomInt(1, 1_000_000)) },
			help: { type: 'boolean', default: false },
		},
	});
	const [messages, seed] = [Number(values.messages), Number(values.seed)];
	if (values.help || !Number.isInteger(messages) || !Number.isInteger(seed)) {
		console.log(usage);
		return values.help ? 0 : 1;
	}
	console.log(`${String(messages)} messages, 20% with faults, seed ${String(seed)}`);
	const start = Date.now();
	await createUserFolder();
	const result = await soak({ messages, seed });
	await removeUserFolder();
	const rows: ReadonlyArray<[string, number]> = [
		['all', messages],
		['reported sent, and accepted exactly once', result.sent],
		['reported as unknown', result.unknown],
		['reported as unknown, and accepted once', result.acceptedUnknown],
		['reported as not sent, and never accepted', result.notSent],
		['accepted by the service', result.accepted],
	];
	const lines = rows.map(([name, number]) => [name, String(number)]);
	console.log(`\n${table(['result', 'messages'], lines)}\n`);
	console.log(`Duration: ${((Date.now() - start) / 1_000).toFixed(0)} s`);
	if (result.contradictions.length === 0) return 0;
	for (const contradiction of result.contradictions.slice(0, 20)) console.error(contradiction);
	console.error(
		`The node's reports contradict the service. To repeat: npm run soak -- --messages ${String(messages)} --seed ${String(seed)}`,
	);
	return 1;
}

// The timers of n8n's engine would keep the process running.
void main().then(
	(code) => process.exit(code),
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	},
);
