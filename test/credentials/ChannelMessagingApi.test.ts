import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { ChannelMessagingApi } from '../../credentials/ChannelMessagingApi.credentials';
import { ChannelMessaging } from '../../nodes/ChannelMessaging/ChannelMessaging.node';

const credential = new ChannelMessagingApi();

function field(name: string): INodeProperties {
	const found = credential.properties.find((property) => property.name === name);
	if (found === undefined) throw new Error(`The credential has no ${name}`);
	return found;
}

describe('the credential', () => {
	it('is the one that the node asks for', () => {
		expect(credential.name).toBe('channelMessagingApi');
		expect(credential.displayName).toBe('Channel Messaging API');
		const { credentials } = new ChannelMessaging().description;
		expect(credentials).toEqual([{ name: credential.name, required: true }]);
	});

	it.each([
		['baseUrl', 'Base URL', 'string', ''],
		['token', 'Token', 'string', ''],
		['allowUnencrypted', 'Allow Unencrypted Connection', 'boolean', false],
		['channelType', 'Channel Type', 'options', 'other'],
		['messagesPerSecond', 'Messages per Second', 'number', 25],
		['contactCallsPerMinute', 'Contact Calls per Minute', 'number', 100],
	])('keeps %s, labelled "%s"', (name, displayName, type, value) => {
		expect(field(name)).toMatchObject({ displayName, type, default: value });
	});

	it('has no other field', () => {
		expect(credential.properties).toHaveLength(7);
	});

	it('cannot do without address and token', () => {
		expect(field('baseUrl').required).toBe(true);
		expect(field('token').required).toBe(true);
	});

	it('hides the token as it is typed, and nothing else', () => {
		const hidden = credential.properties.filter(
			({ typeOptions }) => typeOptions?.password === true,
		);
		expect(hidden.map(({ name }) => name)).toEqual(['token']);
	});

	it('has rates of at least one whole call', () => {
		for (const name of ['messagesPerSecond', 'contactCallsPerMinute']) {
			expect(field(name).typeOptions).toMatchObject({ minValue: 1, numberPrecision: 0 });
		}
	});

	it('tells apart the channels that the document tells apart', () => {
		expect(field('channelType').options).toEqual([
			{ name: 'Other', value: 'other' },
			{ name: 'Viber', value: 'viber' },
		]);
	});

	it('leads to its documentation and has icons for light and dark', () => {
		expect(credential.documentationUrl).toMatch(/^https:\/\/.+#credentials$/);
		expect(credential.icon).toEqual({
			light: 'file:../icons/channelMessaging.svg',
			dark: 'file:../icons/channelMessaging.dark.svg',
		});
	});
});

describe('an unencrypted connection', () => {
	it('is warned of where it is allowed', () => {
		expect(field('unencryptedNotice')).toMatchObject({
			type: 'notice',
			displayOptions: { show: { allowUnencrypted: [true] } },
		});
		expect(field('unencryptedNotice').displayName).toMatch(/^Warning: .*can read the token/);
	});
});

describe('signing in', () => {
	const values = { baseUrl: 'https://channel.example.com/api', token: 'a-token' };
	const signIn = async (
		request: IHttpRequestOptions,
		changes: ICredentialDataDecryptedObject = {},
	) => await credential.authenticate({ ...values, ...changes }, request);

	it('puts the token into the header of section 5, and nowhere else', async () => {
		const url = 'https://channel.example.com/api/v1/contact';
		const { headers, ...rest } = await signIn({ url, headers: { Accept: 'application/json' } });

		expect(headers).toEqual({ Accept: 'application/json', Authorization: 'Bearer a-token' });
		expect(JSON.stringify(rest)).not.toContain('a-token');
	});

	it('keeps the token from redirects to other hosts', async () => {
		const request = await signIn({ url: 'https://channel.example.com/' });
		expect(request.sendCredentialsOnCrossOriginRedirect).toBe(false);
	});

	it.each<[string, IHttpRequestOptions & { uri?: string }]>([
		['the address itself', { url: 'https://channel.example.com/api/v1/contact' }],
		['a path below it', { url: '/v1/contact', baseURL: 'https://channel.example.com/api' }],
		['an older request', { url: '', uri: 'https://channel.example.com/api/v1/contact' }],
	])('works for %s', async (_, request) => {
		await expect(signIn(request)).resolves.toHaveProperty('headers.Authorization');
	});

	it.each<[string, IHttpRequestOptions & { uri?: string }]>([
		['another host', { url: 'https://evil.example.com/v1/contact' }],
		['a host that begins like it', { url: 'https://channel.example.com.evil.example/' }],
		['another port', { url: 'https://channel.example.com:8443/v1/contact' }],
		['the host without encryption', { url: 'http://channel.example.com/v1/contact' }],
		['a user name that looks like it', { url: 'https://channel.example.com@evil.example/' }],
		['an absolute path', { url: 'https://evil.example/', baseURL: 'https://channel.example.com' }],
		['a protocol-relative path', { url: '//evil.example/', baseURL: values.baseUrl }],
		['an older request', { url: '', uri: 'https://evil.example/' }],
		['no address', { url: '' }],
	])('is refused for %s', async (_, request) => {
		await expect(signIn(request)).rejects.toThrow("'Base URL' of the credential only");
		expect(JSON.stringify(request)).not.toContain('a-token');
	});

	it('is refused where the address itself is no safe one', async () => {
		const baseUrl = 'http://channel.example.com';
		await expect(signIn({ url: `${baseUrl}/v1/contact` }, { baseUrl })).rejects.toThrow(
			"'Allow Unencrypted Connection'",
		);
	});
});

describe('testing the credential', () => {
	const { request, rules } = credential.test;

	it('makes a call that changes nothing', () => {
		expect(request.method ?? 'GET').toBe('GET');
		expect(request.url).toBe('/v1/contact/by_custom_field');
		expect(Object.keys(request.qs ?? {}).sort()).toEqual(['name', 'value']);
		expect(request).not.toHaveProperty('body');
	});

	it("goes to the credential's own address", () => {
		expect(request.baseURL).toContain('{{$credentials.baseUrl}}');
	});

	it('follows no redirect', () => {
		expect(request.disableFollowRedirect).toBe(true);
	});

	it("tells a token that was refused in the document's words", () => {
		expect(rules).toContainEqual({
			type: 'responseSuccessBody',
			properties: {
				key: 'message',
				value: 'API Token is invalid.',
				message: 'API Token is invalid.',
			},
		});
	});
});
