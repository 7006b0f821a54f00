import { redactToken } from '../../../nodes/ChannelMessaging/client/credential';

const token = '12|aB/c+d="e\\f';

describe('a text without the token', () => {
	it.each([
		['as it is', token],
		['in JSON', JSON.stringify(token).slice(1, -1)],
		['in JSON with escaped slashes', JSON.stringify(token).slice(1, -1).replaceAll('/', '\\/')],
		['in a URL', encodeURIComponent(token)],
	])('has it nowhere, %s', (_, form) => {
		expect(redactToken(token)(`Bearer ${form}, ${form}!`)).toBe('Bearer (token), (token)!');
	});

	it('stays JSON', () => {
		const text = JSON.stringify({ message: `No channel for ${token}` });
		expect(JSON.parse(redactToken(token)(text))).toEqual({ message: 'No channel for (token)' });
	});

	it('is the same text where the token does not stand', () => {
		expect(redactToken(token)('Nothing here')).toBe('Nothing here');
	});

	it('is not taken apart by a token that is hardly one', () => {
		const text = 'abc, 1234567, x1234567x';
		for (const short of ['', 'a', '1234567']) expect(redactToken(short)(text)).toBe(text);
	});

	it('has a token of eight characters nowhere, also inside a word', () => {
		expect(redactToken('12345678')('x12345678x')).toBe('x(token)x');
	});
});
