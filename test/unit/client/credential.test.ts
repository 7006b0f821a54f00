import { credentialFrom } from '../../../nodes/ChannelMessaging/client/credential';
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
		expect(read({ token: 'Bearer  token-of-channel' }).token).toBe('token-of-channel');
		expect(read({ channelType: 'viber' }).channelType).toBe('viber');
	});

	it('ignores the case of values that an expression or a program entered', () => {
		const entered = { channelType: 'Viber', phoneNumberFormat: 'Digits', defaultCountry: ' es ' };

		expect(read(entered)).toMatchObject({
			channelType: 'viber',
			phoneNumbers: { format: 'digits', defaultCountryCode: '34' },
		});
	});

	it('reads tags with the commas of other keyboards, one per line, or in quotation marks', () => {
		const { neverMessageTagged: tags } = read({ neverMessageTagged: '退订，人工, "a"\nb' });
		expect(tags).toEqual(expect.arrayContaining(['退订', '人工', 'a', 'b']));
	});

	it('rejects more than 10,000 characters of tags', () => {
		expect(read({ neverMessageTagged: 'x;'.repeat(5_000) }).neverMessageTagged).toContain('x');
		expect(() => read({ neverMessageTagged: 'x;'.repeat(500_000) })).toThrow(
			"The credential's 'Never Message Contacts Tagged' has more than 10,000 characters",
		);
	});

	it('returns a channel key that depends on the base URL and the token', () => {
		const { channelKey } = read({});
		expect(read({ messagesPerSecond: 1 }).channelKey).toBe(channelKey);
		expect(read({ token: 'another-token' }).channelKey).not.toBe(channelKey);
		expect(read({ baseUrl: 'https://b.example' }).channelKey).not.toBe(channelKey);
	});

	it('reads rates that expressions return as text', () => {
		const rates = { messagesPerSecond: ' 25', contactCallsPerMinute: '100.0' };
		expect(read(rates)).toMatchObject({ messagesPerSecond: 25, contactCallsPerMinute: 100 });
	});

	it.each([
		[{ baseUrl: '' }, "The credential's 'Base URL' is not the address of a service"],
		[{ token: '' }, "The credential's 'Token' is empty or shorter than 8 characters"],
		[{ token: '1234567 ' }, "The credential's 'Token' is empty or shorter than 8 characters"],
		[{ token: 'token of' }, "The credential's 'Token' contains invalid characters"],
		[
			{ messagesPerSecond: 0 },
			"The credential's 'Messages per Second' is not a positive whole number",
		],
		...[1.5, true, [5], '0x10', '1e3', ''].map((contactCallsPerMinute): [object, string] => [
			{ contactCallsPerMinute },
			"The credential's 'Contact Requests per Minute' is not",
		]),
		[{ channelType: 'viper' }, "The credential's 'Channel Type' is 'viper'"],
		[{ channelType: undefined }, "The credential's 'Channel Type' is 'undefined'"],
		[{ phoneNumberFormat: 'digitsOnly' }, "The credential's 'Phone Number Format' is 'digitsonly'"],
		[{ defaultCountry: 'Spain' }, "The credential's 'Default Country' is 'Spain'"],
		...['{{ $vars.tag }}', 'vip, undefined', 'opt-undefined', '[object Object]', 'n/a'].map(
			(neverMessageTagged): [object, string] => [
				{ neverMessageTagged },
				"The credential's 'Never Message Contacts Tagged' contains '",
			],
		),
	])('rejects the values %j', (changes, message) => {
		expect(() => read(changes)).toThrow(message);
	});
});
