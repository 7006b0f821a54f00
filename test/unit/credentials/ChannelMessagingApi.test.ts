import type {
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { ChannelMessagingApi } from '../../../credentials/ChannelMessagingApi.credentials';
import { ChannelMessaging } from '../../../nodes/ChannelMessaging/ChannelMessaging.node';

const credential = new ChannelMessagingApi();

function field(name: string): INodeProperties {
	const found = credential.properties.find((property) => property.name === name);
	if (found === undefined) throw new Error(`The credential has no field ${name}`);
	return found;
}

it('The node requires this credential', () => {
	const { credentials } = new ChannelMessaging().description;
	expect(credentials).toEqual([{ name: credential.name, required: true }]);
});

it('The credential defaults to the documented limits', () => {
	const fields = credential.properties.filter(({ type }) => type !== 'notice');
	expect(Object.fromEntries(fields.map(({ name, default: value }) => [name, value]))).toEqual({
		baseUrl: '',
		token: '',
		allowUnencrypted: false,
		channelType: 'other',
		phoneNumberFormat: 'e164',
		defaultCountry: '',
		messagesPerSecond: 25,
		contactCallsPerMinute: 100,
	});
});

it('The credential requires a base URL, a hidden token, and rates of 1 or more', () => {
	const positive = { typeOptions: { minValue: 1, numberPrecision: 0 } };
	expect(field('baseUrl')).toMatchObject({ required: true });
	expect(field('token')).toMatchObject({ required: true, typeOptions: { password: true } });
	expect(field('messagesPerSecond')).toMatchObject(positive);
	expect(field('contactCallsPerMinute')).toMatchObject(positive);
});

it('The credential shows a warning if HTTP is allowed', () => {
	expect(credential.properties.slice(-2)).toMatchObject([
		{ name: 'allowUnencrypted' },
		{ type: 'notice', displayOptions: { show: { allowUnencrypted: [true] } } },
	]);
});

describe('authenticate', () => {
	const values = { baseUrl: 'https://channel.example.com/api', token: 'a-token' };
	const authenticate = async (
		request: IHttpRequestOptions,
		changes: ICredentialDataDecryptedObject = {},
	) => await credential.authenticate({ ...values, ...changes }, request);

	it('authenticate adds only the Authorization header', async () => {
		const url = 'https://channel.example.com/api/v1/contact';
		const { headers, ...rest } = await authenticate({ url, headers: { Accept: 'text/plain' } });

		expect(headers).toEqual({ Accept: 'text/plain', Authorization: 'Bearer a-token' });
		expect(JSON.stringify(rest)).not.toContain('a-token');
	});

	it('authenticate trims the token', async () => {
		const request = await authenticate({ url: values.baseUrl }, { token: ' a-token\n' });
		expect(request.headers).toEqual({ Authorization: 'Bearer a-token' });
	});

	it('authenticate does not send the token to other hosts on redirects', async () => {
		const request = await authenticate({ url: 'https://channel.example.com/' });
		expect(request.sendCredentialsOnCrossOriginRedirect).toBe(false);
	});

	it.each<[string, IHttpRequestOptions & { uri?: string }]>([
		['an absolute URL', { url: 'https://channel.example.com/api/v1/contact' }],
		['a relative URL', { url: '/v1/contact', baseURL: 'https://channel.example.com/api' }],
		["a URI in n8n's older format", { url: '', uri: 'https://channel.example.com/api/v1' }],
	])('authenticate accepts %s on the same origin', async (_title, request) => {
		await expect(authenticate(request)).resolves.toHaveProperty('headers.Authorization');
	});

	it.each<[string, IHttpRequestOptions & { uri?: string }]>([
		['another host', { url: 'https://evil.example.com/v1/contact' }],
		['a host with the same start', { url: 'https://channel.example.com.evil.example/' }],
		['another port', { url: 'https://channel.example.com:8443/v1/contact' }],
		['the same host without encryption', { url: 'http://channel.example.com/v1/contact' }],
		['the host as a user name', { url: 'https://channel.example.com@evil.example/' }],
		[
			'an absolute URL that overrides the base URL',
			{ url: 'https://evil.example/', baseURL: 'https://channel.example.com' },
		],
		['a protocol-relative URL', { url: '//evil.example/', baseURL: values.baseUrl }],
		["a URI in n8n's older format", { url: '', uri: 'https://evil.example/' }],
		['an empty URL', { url: '' }],
	])('authenticate rejects another origin: %s', async (_title, request) => {
		await expect(authenticate(request)).rejects.toThrow("'Base URL' of the credential only");
		expect(JSON.stringify(request)).not.toContain('a-token');
	});

	it('authenticate rejects an unencrypted base URL', async () => {
		const baseUrl = 'http://channel.example.com';
		await expect(authenticate({ url: `${baseUrl}/v1/contact` }, { baseUrl })).rejects.toThrow(
			"'Allow HTTP (Not Secure)'",
		);
	});
});
