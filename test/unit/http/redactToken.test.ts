import { redactToken } from '../../../nodes/ChannelMessaging/http/redactToken';

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
		expect(redactToken('')('abc')).toBe('abc');
		expect(redactToken('a')('abc, cab, bac, 1a, a1, éa')).toBe('abc, cab, bac, 1a, a1, éa');
	});

	it.each(['a', 'x7', '$&.*', '(a|b)[/', '1234567'])(
		'has a short token nowhere where it stands on its own: %s',
		(short) => {
			expect(redactToken(short)(`Bearer ${short}, "${short}"!`)).toBe('Bearer (token), "(token)"!');
		},
	);

	it('has a token of eight characters nowhere, also inside a word', () => {
		expect(redactToken('12345678')('x12345678x')).toBe('x(token)x');
	});

	it('is found for a token with half a character too, as a URL writes it', () => {
		const half = 'token-\ud83d';

		expect(redactToken(half)('Bearer token-%EF%BF%BD!')).toBe('Bearer (token)!');
		expect(redactToken(half)(`Bearer ${half}!`)).toBe('Bearer (token)!');
	});

	it('is found for a token with a whole character outside of the basic plane', () => {
		expect(redactToken('token-😀')('Bearer token-%F0%9F%98%80!')).toBe('Bearer (token)!');
	});
});
