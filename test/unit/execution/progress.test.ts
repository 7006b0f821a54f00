import { DeliveryRate } from '../../../nodes/ChannelMessaging/execution/deliveryRate';
import { reportProgress } from '../../../nodes/ChannelMessaging/execution/progress';
import type { ItemOutcome } from '../../../nodes/ChannelMessaging/execution/itemOutcome';
import { executionSummary } from '../../../nodes/ChannelMessaging/execution/executionSummary';
import { TimeSlicer } from '../../../nodes/ChannelMessaging/scheduling/timeSlicer';
import { messageCountsOf } from '../../../nodes/ChannelMessaging/execution/messageCounts';
import { MissingContactError } from '../../../nodes/ChannelMessaging/parameters/identity/missingContact';
import { VirtualClock } from '../../support/virtualClock';
import { apiErrorWith } from '../client/apiErrorWith';
import { messageItem } from './messageItem';

const done: ItemOutcome = { kind: 'done', result: [] };
const failed: ItemOutcome = { kind: 'failed', error: 'No' };
const skipped: ItemOutcome = {
	kind: 'skipped',
	error: apiErrorWith('contactNotFound', 'notDone'),
};

const alreadySent: ItemOutcome = { kind: 'done', result: [{ status: 'skipped' }] };
const noContact: ItemOutcome = {
	kind: 'skipped',
	error: new MissingContactError("'Contact' is empty", 'Enter a value.'),
};

const repeat = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);

const wording = { noun: 'messages', pastParticiple: 'sent' };

/** An execution with progress reports. */
class ReportedExecution {
	readonly clock = new VirtualClock();

	readonly rate = new DeliveryRate(this.clock);

	readonly reports: string[] = [];

	private readonly ended = new Map<number, ItemOutcome>();

	constructor(private readonly itemCount: number) {}

	async run(work: () => Promise<void>): Promise<void> {
		const { clock, ended: outcomes, rate, reports } = this;
		const items = repeat(this.itemCount, messageItem({}));
		const slice = new TimeSlicer(clock).slice();
		const execution = { isClosed: false };
		const workAndClose = async () => {
			await work();
			execution.isClosed = true;
		};
		const reported = { items, outcomes, rate, wording };
		const report = (text: string) => void reports.push(text);
		const reporting = reportProgress(reported, clock, execution, report, slice);
		await clock.run(Promise.all([reporting, workAndClose()]));
	}

	/** Ends items one after another, at an interval in milliseconds. */
	async deliver(intervalMs: number, outcomes: readonly ItemOutcome[]): Promise<void> {
		this.rate.start();
		for (const outcome of outcomes) {
			await this.clock.sleep(intervalMs);
			this.rate.add(messageCountsOf(outcome, 1));
			this.end(outcome);
		}
	}

	/** Ends an item that this attempt didn't deliver. */
	end(outcome: ItemOutcome): void {
		this.ended.set(this.ended.size, outcome);
	}

	async summary(waitedMs = 0): Promise<string> {
		const outcomes = [...this.ended.values()];
		const items = outcomes.map(() => messageItem({}));
		const { rate } = this;
		return await executionSummary({
			items,
			outcomes,
			wording,
			countsContacts: false,
			rate,
			waitedMs,
		});
	}
}

describe('reportProgress', () => {
	it.each<[title: string, intervalMs: number, ItemOutcome[], reports: string[]]>([
		[
			'the rate and the remaining time every ten seconds',
			990,
			repeat(35, done),
			[
				'10 of 50 messages sent (1.0 a second, about 40 s to go)',
				'20 of 50 messages sent (1.0 a second, about 30 s to go)',
				'30 of 50 messages sent (1.0 a second, about 20 s to go)',
			],
		],
		['nothing for executions of less than ten seconds', 990, repeat(9, done), []],
		[
			'failed items, and no skipped items',
			495,
			[...repeat(5, skipped), ...repeat(3, failed), ...repeat(13, done)],
			['12 of 45 messages sent, 3 not (1.2 a second, about 20 s to go)'],
		],
		[
			'no remaining time before the first item ends',
			10_400,
			[done],
			['0 of 50 messages sent (0.0 a second)'],
		],
	])('reports %s', async (_title, intervalMs, outcomes, reports) => {
		const execution = new ReportedExecution(50);
		await execution.run(async () => {
			await execution.deliver(intervalMs, outcomes);
		});

		expect(execution.reports).toEqual(reports);
	});

	it('sends one report after the machine has slept for an hour', async () => {
		const execution = new ReportedExecution(50);
		await execution.run(async () => {
			await execution.deliver(1_000, repeat(9, done));
			execution.clock.block(3_600_000);
			await execution.deliver(1_000, repeat(20, done));
		});

		expect(execution.reports).toEqual([
			'9 of 50 messages sent (1.0 a second, about 41 s to go)',
			'19 of 50 messages sent (1.0 a second, about 31 s to go)',
		]);
	});

	it('reports no rate during contact searches and at the start of the delivery', async () => {
		const execution = new ReportedExecution(50);
		await execution.run(async () => {
			await execution.clock.sleep(17_000);
			await execution.deliver(990, repeat(15, done));
		});

		expect(execution.reports).toEqual([
			'0 of 50 messages sent (searching for contacts)',
			'3 of 50 messages sent',
			'13 of 50 messages sent (1.0 a second, about 37 s to go)',
		]);
	});
});

describe('the rate of messages', () => {
	it.each<[title: string, before: (execution: ReportedExecution) => Promise<void> | void]>([
		[
			'contact searches before the delivery',
			async ({ clock }) => {
				await clock.sleep(1_800_000);
			},
		],
		[
			'items from an earlier attempt',
			(execution) => {
				for (const outcome of repeat(1_000, done)) execution.end(outcome);
			},
		],
		[
			'invalid items',
			(execution) => {
				for (const outcome of repeat(1_000, failed)) execution.end(outcome);
			},
		],
		[
			'skipped items',
			async (execution) => {
				await execution.deliver(0, repeat(1_000, alreadySent));
			},
		],
		[
			'the time during which the machine slept',
			({ clock, rate }) => {
				rate.start();
				clock.block(3_600_000);
			},
		],
	])('does not include %s', async (_title, before) => {
		const execution = new ReportedExecution(3_750);
		await execution.run(async () => {
			await before(execution);
			await execution.deliver(40, repeat(750, done));
		});

		expect(execution.reports.at(-1)).toMatch(/ \((24\.9|25\.0) a second, about \d+ s to go\)$/);
		expect(await execution.summary()).toMatch(/; (24\.9|25\.0) per second$/);
	});

	it('includes the waits between messages and excludes the time after the last message', async () => {
		const execution = new ReportedExecution(40);
		await execution.run(async () => {
			await execution.deliver(500, repeat(20, done));
			await execution.clock.sleep(90_000);
			await execution.deliver(500, repeat(20, done));
			await execution.clock.sleep(600_000);
		});

		expect(await execution.summary()).toBe('Sent 40; 0.4 per second');
	});
});

describe('executionSummary', () => {
	it.each<[title: string, ItemOutcome[], waitedMs: number, summary: string]>([
		[
			'all counts, the rate, and the wait',
			[failed, skipped, alreadySent, noContact, ...repeat(6, done)],
			1_500,
			'Sent 6, skipped 1 (contact not found), skipped 1 (sent or possibly sent earlier), skipped 1 (no contact in the item), failed 1; 0.6 per second; waited 1.5 s for the rate limit',
		],
		['no short wait', [done, done], 499, 'Sent 2; 1.0 per second'],
		['no rate of a single item', [done], 0, 'Sent 1'],
		['skipped items only', [alreadySent], 0, 'Sent 0, skipped 1 (sent or possibly sent earlier)'],
	])('contains %s', async (_title, outcomes, waitedMs, summary) => {
		const execution = new ReportedExecution(outcomes.length);
		await execution.run(async () => {
			await execution.deliver(1_000, outcomes);
		});

		expect(await execution.summary(waitedMs)).toBe(summary);
	});
});
