import type { Outcome } from '../../../../nodes/ChannelMessaging/delivery/delivery';
import { describeTally, tally } from '../../../../nodes/ChannelMessaging/delivery/tally';
import { channelFailure } from './channelFailure';

const done: Outcome<string> = { kind: 'done', result: 'x' };
const failed = (error: unknown): Outcome<string> => ({ kind: 'failed', error });

describe('a tally', () => {
	it('tells apart what was done, what was not and what may have been', () => {
		const counts = tally([
			done,
			done,
			done,
			failed(channelFailure('timedOut', 'unsure')),
			failed(channelFailure('refused', 'notDone')),
			failed(new Error('Something else')),
			{ kind: 'notStarted' },
		]);
		expect(counts).toEqual({ done: 3, notDone: 3, unsure: 1 });
	});

	it('takes for unsure only a call that may have been done, and no fault of another kind', () => {
		const unsure = channelFailure('timedOut', 'unsure');
		const likeIt = Object.assign(new Error('Something else'), { effect: 'unsure' });
		expect(tally([failed(unsure), failed(unsure)])).toEqual({ done: 0, notDone: 0, unsure: 2 });
		expect(tally([failed(likeIt)])).toEqual({ done: 0, notDone: 1, unsure: 0 });
		expect(tally([failed(channelFailure('refused', 'notDone')), { kind: 'notStarted' }])).toEqual({
			done: 0,
			notDone: 2,
			unsure: 0,
		});
	});

	it('of nothing is nothing', () => {
		expect(tally([])).toEqual({ done: 0, notDone: 0, unsure: 0 });
	});

	it.each([
		[
			{ done: 899, notDone: 101, unsure: 0 },
			'Of 1000 messages, 899 had been sent, 101 had not, none is unsure.',
		],
		[
			{ done: 3, notDone: 6, unsure: 2 },
			'Of 11 messages, 3 had been sent, 6 had not, 2 may or may not have been sent.',
		],
		[{ done: 0, notDone: 1, unsure: 0 }, 'Of 1 item, 0 had been sent, 1 had not, none is unsure.'],
		[
			{ done: 0, notDone: 0, unsure: 2 },
			'Of 2 messages, 0 had been sent, 0 had not, 2 may or may not have been sent.',
		],
	])('of %j is told in a sentence', (counts, sentence) => {
		expect(describeTally(counts, 'messages', 'sent')).toBe(sentence);
	});
});
