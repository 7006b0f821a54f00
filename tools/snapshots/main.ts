import { setImmediate as nextTurn } from 'node:timers/promises';

import {
	deserialize,
	serialize,
	type StoredSnapshot,
} from '../../nodes/ChannelMessagingTrigger/storedSnapshot';
import { watchedContent } from '../../nodes/ChannelMessagingTrigger/watchedContent';
import { table } from '../table';

/** The maximum number of contacts of a trigger. */
const contacts = 10_000;

/** The first measurement includes the compilation of the code, so it doesn't count. */
const repetitions = 5;

interface Duration {
	totalMs: number;
	maxBlockMs: number;
}

async function measure<Result>(work: () => Promise<Result>): Promise<[Result, Duration]> {
	let isOver = false;
	let maxBlockMs = 0;
	const watch = async () => {
		let before = performance.now();
		while (!isOver) {
			await nextTurn();
			const now = performance.now();
			maxBlockMs = Math.max(maxBlockMs, now - before);
			before = now;
		}
	};
	const watching = watch();
	const start = performance.now();
	const result = await work();
	const totalMs = performance.now() - start;
	await nextTurn();
	isOver = true;
	await watching;
	return [result, { totalMs, maxBlockMs }];
}

/** Returns the shortest durations of all repetitions: a busy machine is slower. */
async function repeat<Result>(work: () => Promise<Result>): Promise<[Result, Duration]> {
	let [result] = await measure(work);
	const fastest = { totalMs: Infinity, maxBlockMs: Infinity };
	for (let repetition = 0; repetition < repetitions; repetition += 1) {
		const [repeated, { totalMs, maxBlockMs }] = await measure(work);
		result = repeated;
		fastest.totalMs = Math.min(fastest.totalMs, totalMs);
		fastest.maxBlockMs = Math.min(fastest.maxBlockMs, maxBlockMs);
	}
	return [result, fastest];
}

function contactOf(index: number, fields: number) {
	const names = Array.from({ length: fields }, (_, field) => `field ${String(field)}`);
	return {
		id: String(48_120_000 + index * 17),
		custom_fields: Object.fromEntries(names.map((name) => [name, `${name} of ${String(index)}`])),
		tags: ['customer', 'newsletter'],
	};
}

async function printSnapshots(): Promise<void> {
	const place = { baseline: 'baseline', process: 'process', save: 1 };
	const lines: string[][] = [];
	for (const fields of [1, 8, 30]) {
		const [known, hash] = await repeat(async () => {
			const entries: Array<[string, ReturnType<typeof watchedContent>]> = [];
			for (let index = 0; index < contacts; index += 1) {
				const contact = contactOf(index, fields);
				entries.push([contact.id, watchedContent(contact, 'all')]);
				// A trigger reads at least one page at a time.
				if (index % 25 === 0) await nextTurn();
			}
			return new Map(entries);
		});
		const snapshot = { contacts: known, baselinePasses: 0, isUnread: false, revision: 1 };
		const [stored, write] = await repeat(async () => await serialize(snapshot, place));
		const json = JSON.stringify(stored);
		const [, read] = await repeat(
			async () => await deserialize(JSON.parse(json) as StoredSnapshot),
		);
		const milliseconds = ({ totalMs, maxBlockMs }: Duration) => [
			totalMs.toFixed(0),
			maxBlockMs.toFixed(0),
		];
		lines.push([
			String(fields),
			json.length.toLocaleString('en-US'),
			...[hash, write, read].flatMap(milliseconds),
		]);
	}
	const titles = ['Hash', 'Write', 'Read'].flatMap((name) => [`${name} (ms)`, 'Longest block']);
	console.log(table(['Fields', 'Characters', ...titles], lines));
}

void printSnapshots();
