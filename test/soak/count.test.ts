import { addsUp, count, type Report, reportOf } from './count';

const reports = (entries: Record<string, Report | undefined>) => new Map(Object.entries(entries));

describe('what the node reports of a message', () => {
	it.each([
		[{ status: 'Success' }, 'sent'],
		[{ warning: 'It counts as sent', answer: 'nothing' }, 'sent'],
		[{ error: { outcome: 'notDone' } }, 'notSent'],
		[{ error: { outcome: 'unknown' } }, 'unsure'],
	])('is, as %j, that it was %s', (json, report) => {
		expect(reportOf(json)).toBe(report);
	});
});

describe('the numbers of a soak', () => {
	it('add up where each message is of one of three kinds', () => {
		const kinds = reports({ a: 'sent', b: 'unsure', c: 'unsure', d: 'notSent' });
		const result = count(kinds, ['a', 'b']);
		expect(result).toEqual({
			messages: 4,
			sent: 1,
			unsure: 2,
			notSent: 1,
			unsureTaken: 1,
			taken: 2,
			contradictions: [],
		});
		expect(addsUp(result)).toBe(true);
	});

	it.each<[string, Record<string, Report | undefined>, string[]]>([
		['was reported sent, and is not there', { a: 'sent' }, []],
		['was sent twice', { a: 'sent' }, ['a', 'a']],
		['may have been sent, and was twice', { a: 'unsure' }, ['a', 'a']],
		['was reported not sent, and is there', { a: 'notSent' }, ['a']],
		['was not reported', { a: undefined }, []],
		['was not asked for', {}, ['a']],
	])('do not where one %s', (_, entries, taken) => {
		const result = count(reports(entries), taken);
		expect(addsUp(result)).toBe(false);
		expect(result.contradictions).toHaveLength(1);
		expect(result.contradictions[0]).toMatch(/^a: /);
	});
});
