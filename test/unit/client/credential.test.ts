import { credentialFrom, redactToken } from '../../../nodes/ChannelMessaging/client/credential';
import { testNode } from '../execution/testNode';

describe('credentialFrom', () => {
	const values = {
		baseUrl: 'https://channel.example.com/',
		token: ' token-of-channel\n',
		messagesPerSecond: 25,
		contactCallsPerMinute: 100,
	};
	const read = (changes: object) =>
		credentialFrom({ getNode: () => testNode() }, { ...values, ...changes });

	it('returns the normalized values', () => {
		expect(read({})).toMatchObject({
			...values,
			baseUrl: 'https://channel.example.com',
			token: 'token-of-channel',
			channelType: 'other',
			decrypted: { type: 'channelMessagingApi', data: values },
		});
		expect(read({ channelType: 'viber' }).channelType).toBe('viber');
	});

	it('returns a channel key that depends on the base URL and the token', () => {
		const { channelKey } = read({});
		expect(read({ messagesPerSecond: 1 }).channelKey).toBe(channelKey);
		expect(read({ token: 'other' }).channelKey).not.toBe(channelKey);
		expect(read({ baseUrl: 'https://b.example' }).channelKey).not.toBe(channelKey);
	});

	it.each([
		[{ baseUrl: '' }, "'Base URL' of the credential is not the address of a service"],
		[{ token: '' }, "'Token' of the credential is empty or contains invalid characters"],
		[{ token: 'a b' }, "'Token' of the credential is empty or contains invalid characters"],
		[{ messagesPerSecond: 0 }, "'Messages per Second' of the credential is not a whole number"],
		[{ contactCallsPerMinute: 1.5 }, "'Contact Requests per Minute' of the credential is not"],
	])('rejects the values %j', (changes, message) => {
		expect(() => read(changes)).toThrow(message);
	});
});

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
