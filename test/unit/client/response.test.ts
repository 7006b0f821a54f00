import { excerpt } from '../../../nodes/ChannelMessaging/client/response';
import { apiResponse, oddBodies, textResponse } from './apiResponse';

describe('the body of a response', () => {
	it('is the object that its JSON stands for', () => {
		const body = { status: 'Success', data: [] };
		expect(apiResponse(body).json).toEqual(body);
	});

	it.each(oddBodies)('is none when it is %s', (_, text) => {
		expect(textResponse(text).json).toBeUndefined();
	});
});

describe('an excerpt', () => {
	it.each([
		['nothing at all', '', 'nothing'],
		['blanks only', ' \n\t ', 'nothing'],
		['several lines', ' <html>\n\t<b>Not  found</b>\r\n', '<html> <b>Not found</b>'],
		['exactly 200 characters', 'a'.repeat(200), 'a'.repeat(200)],
		['201 characters', 'a'.repeat(201), `${'a'.repeat(200)}…`],
		['blanks for longer than it looks', `${' '.repeat(1_000)}late`, 'nothing'],
		['very much', 'a'.repeat(1_000_000), `${'a'.repeat(200)}…`],
	])('of %s is short and on one line', (_, text, expected) => {
		expect(excerpt(text)).toBe(expected);
	});
});
