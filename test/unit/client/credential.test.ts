import { redactToken } from '../../../nodes/ChannelMessaging/client/credential';

const token = '12|aB/c+d="e\\f';

describe('redactToken', () => {
	it.each([
		['a plain token', token],
		['a token in JSON', JSON.stringify(token).slice(1, -1)],
		[
			'a token in JSON with escaped slashes',
			JSON.stringify(token).slice(1, -1).replace('/', '\\/'),
		],
		['a URL-encoded token', encodeURIComponent(token)],
	])('replaces each occurrence of %s', (_, form) => {
		expect(redactToken(token)(`Bearer ${form}, ${form}!`)).toBe('Bearer (token), (token)!');
	});

	it('keeps JSON valid', () => {
		const text = JSON.stringify({ message: `No channel for ${token}` });
		expect(JSON.parse(redactToken(token)(text))).toEqual({ message: 'No channel for (token)' });
	});

	it('does not change a text without the token', () => {
		expect(redactToken(token)('Nothing here')).toBe('Nothing here');
	});

	it('ignores tokens of fewer than eight characters, which may be part of other words', () => {
		const text = 'abc, 1234567, x1234567x';
		for (const short of ['', 'a', '1234567']) expect(redactToken(short)(text)).toBe(text);
	});

	it('replaces a token of eight characters within a word', () => {
		expect(redactToken('12345678')('x12345678x')).toBe('x(token)x');
	});
});
