import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

import { table } from '../table';
import createUserFolder from '../../test/workflows/engine/setup';
import removeUserFolder from '../../test/workflows/engine/teardown';
import { soak } from './soak';

const usage = `npm run soak -- [options]

  --messages <number>   how many messages to send, 50000 by default
  --seed <number>       replays a run: the seed decides what goes wrong with which message
  --help                this text`;

/** Sends messages through n8n's engine to a service that goes wrong, and says what became of them. */
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
	console.log(`${String(messages)} messages, faults at 20% of them, seed ${String(seed)}`);
	const start = Date.now();
	await createUserFolder();
	const result = await soak({ messages, seed });
	await removeUserFolder();
	const rows: ReadonlyArray<[string, number]> = [
		['messages', messages],
		['reported sent, and accepted exactly once', result.sent],
		['reported as unknown', result.unknown],
		['of these accepted once, the others never', result.unknownTaken],
		['reported not sent, and never accepted', result.notSent],
		['accepted by the service in all', result.taken],
	];
	const lines = rows.map(([name, number]) => [name, String(number)]);
	console.log(`\n${table(['what', 'how many'], lines)}\n`);
	console.log(`It took ${((Date.now() - start) / 1_000).toFixed(0)} s.`);
	if (result.contradictions.length === 0) return 0;
	for (const contradiction of result.contradictions.slice(0, 20)) console.error(contradiction);
	console.error(
		`The numbers do not add up. Replay: npm run soak -- --messages ${String(messages)} --seed ${String(seed)}`,
	);
	return 1;
}

// n8n's engine keeps timers, so the process ends by itself only when it is told to.
void main().then(
	(code) => process.exit(code),
	(error: unknown) => {
		console.error(error instanceof Error ? error.message : error);
		process.exit(1);
	},
);
