import { excerpt, jsonBody } from '../../../nodes/ChannelMessaging/api/response';
import { oddBodies, apiResponse, textAnswer } from './apiResponse';

describe('the body of an answer', () => {
	it('is the object that its JSON stands for', () => {
		expect(jsonBody(apiResponse({ status: 'Success', data: [] }))).toEqual({
			status: 'Success',
			data: [],
		});
	});

	it.each(oddBodies)('is none when it is %s', (_, text) => {
		expect(jsonBody(textAnswer(text))).toBeUndefined();
	});

	it('is read once, however often it is looked at', () => {
		const answer = apiResponse({ status: 'Success' });
		expect(jsonBody(answer)).toBe(jsonBody(answer));
		expect(jsonBody({ ...answer })).not.toBe(jsonBody(answer));
	});

	it.each([
		['a text that never ends', `"${'\\"'.repeat(100_000)}`],
		['texts that all begin and never end', '"\\'.repeat(100_000)],
		['nothing but brackets', '['.repeat(200_000)],
		['brackets that all close', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
		['brackets in a text', JSON.stringify(['['.repeat(200_000)])],
	])('is none, and that is known in no time, when it is %s', (_, text) => {
		const start = performance.now();
		expect(jsonBody(textAnswer(text))).toBeUndefined();
		expect(performance.now() - start).toBeLessThan(2_000);
	});
});

describe('the excerpt of an answer', () => {
	it.each([
		['nothing at all', '', 'nothing'],
		['blanks only', ' \n\t ', 'nothing'],
		['several lines', ' <html>\n\t<b>Not  found</b>\r\n', '<html> <b>Not found</b>'],
		['exactly 200 characters', 'a'.repeat(200), 'a'.repeat(200)],
		['201 characters', 'a'.repeat(201), `${'a'.repeat(200)}…`],
		['blanks for longer than it looks', `${' '.repeat(1_000)}late`, 'nothing'],
		['very much', 'a'.repeat(1_000_000), `${'a'.repeat(200)}…`],
	])('of %s is short and on one line', (_, text, expected) => {
		expect(excerpt(textAnswer(text))).toBe(expected);
	});
});
