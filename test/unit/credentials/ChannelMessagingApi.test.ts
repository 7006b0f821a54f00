import type { ICredentialDataDecryptedObject, INodeProperties } from 'n8n-workflow';

import { ChannelMessagingApi } from '../../../credentials/ChannelMessagingApi.credentials';
import { ChannelMessaging } from '../../../nodes/ChannelMessaging/ChannelMessaging.node';

const credential = new ChannelMessagingApi();

type AnyRequestOptions = Parameters<typeof credential.authenticate>[1];

/** A request without a URL has a URI. */
type RequestOptions = Partial<AnyRequestOptions>;

function field(name: string): INodeProperties {
	const found = credential.properties.find((property) => property.name === name);
	if (found === undefined) throw new Error(`The credential has no field ${name}`);
	return found;
}

it('The node requires this credential', () => {
	const { credentials } = new ChannelMessaging().description;
	expect(credentials).toMatchObject([{ name: credential.name, required: true }]);
});

it('The credential hides the token and forbids HTTP by default', () => {
	expect(field('token')).toMatchObject({ required: true, typeOptions: { password: true } });
	expect(field('allowUnencrypted').default).toBe(false);
});

describe('authenticate', () => {
	const values = { baseUrl: 'https://channel.example.com/api', token: 'token-of-channel' };
	const authenticate = async (
		request: RequestOptions,
		changes: ICredentialDataDecryptedObject = {},
	) => await credential.authenticate({ ...values, ...changes }, request as AnyRequestOptions);

	it('authenticate adds only the Authorization header', async () => {
		const url = 'https://channel.example.com/api/v1/contact';
		const { headers, ...rest } = await authenticate({ url, headers: { Accept: 'text/plain' } });

		expect(headers).toEqual({ Accept: 'text/plain', Authorization: 'Bearer token-of-channel' });
		expect(JSON.stringify(rest)).not.toContain('token-of-channel');
	});

	it('authenticate trims the token', async () => {
		const request = await authenticate({ url: values.baseUrl }, { token: ' token-of-channel\n' });
		expect(request.headers).toEqual({ Authorization: 'Bearer token-of-channel' });
	});

	it.each<[string, RequestOptions]>([
		['an absolute URL', { url: 'https://channel.example.com/api/v1/contact' }],
		['a relative URL', { url: '/v1/contact', baseURL: 'https://channel.example.com/api' }],
		["a URI in n8n's older format", { uri: 'https://channel.example.com/api/v1' }],
	])('authenticate accepts %s on the same origin', async (_title, request) => {
		await expect(authenticate(request)).resolves.toHaveProperty('headers.Authorization');
	});

	it.each<[string, RequestOptions]>([
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
		["a URI in n8n's older format", { uri: 'https://evil.example/' }],
		[
			'a URL that overrides the URI',
			{ uri: values.baseUrl, url: '', baseURL: 'https://evil.example/' },
		],
		['an empty URL', { url: '' }],
		['no URL', {}],
	])('authenticate rejects another origin: %s', async (_title, request) => {
		await expect(authenticate(request)).rejects.toThrow("only sent to the credential's 'Base URL'");
		expect(JSON.stringify(request)).not.toContain('token-of-channel');
	});

	it.each<[string, unknown]>([
		['Host', 'evil.example.com'],
		['host', 'channel.example.com.evil.example'],
		['HOST ', 'channel.example.com:8443'],
		['Host', ['channel.example.com', 'evil.example.com']],
		['X-Forwarded-Host', 'evil.example.com'],
		['X-Host', 'evil.example.com'],
		['X-Original-Host', 'evil.example.com'],
		['X-HTTP-Host-Override', 'evil.example.com'],
		['Forwarded', 'host=evil.example.com'],
		[':authority', 'evil.example.com'],
	])('authenticate rejects the header %s: %j', async (name, value) => {
		const request = { url: values.baseUrl, headers: { [name]: value } } as RequestOptions;
		await expect(authenticate(request)).rejects.toThrow('Remove headers that name another host');
		expect(JSON.stringify(request)).not.toContain('token-of-channel');
	});

	it("authenticate accepts a Host header with the base URL's host, and other headers", async () => {
		const headers = { host: 'Channel.example.com', 'X-Forwarded-For': '192.0.2.1', Hostess: 'a' };
		await expect(authenticate({ url: values.baseUrl, headers })).resolves.toMatchObject({
			headers: { ...headers, Authorization: 'Bearer token-of-channel' },
		});
	});

	const proxy = { host: 'proxy.example.com', port: 8080 };

	it.each<[string, RequestOptions, string, string?]>([
		["with 'Ignore SSL Issues'", { rejectUnauthorized: false }, "'Ignore SSL Issues'"],
		[
			"with 'Ignore SSL Issues' in the newer format",
			{ skipSslCertificateValidation: true },
			"'Ignore SSL Issues'",
		],
		['with a certificate authority', { agentOptions: { ca: 'certificate' } }, "'CA'"],
		['with the method TRACE', { method: 'trace' as 'GET' }, 'this method'],
		['with a proxy and without encryption', { proxy }, "'Proxy'", 'http://127.0.0.1:3000'],
	])(
		'authenticate rejects a request %s',
		async (_title, options, label, baseUrl = values.baseUrl) => {
			const request = { url: baseUrl, ...options };
			await expect(authenticate(request, { baseUrl })).rejects.toThrow(label);
			expect(JSON.stringify(request)).not.toContain('token-of-channel');
		},
	);

	it('authenticate accepts a proxy, certificate validation, and a client certificate with HTTPS', async () => {
		const agentOptions = { cert: 'certificate', key: 'key', passphrase: 'passphrase' };
		const options = { proxy, agentOptions, rejectUnauthorized: true };
		await expect(authenticate({ url: values.baseUrl, ...options })).resolves.toMatchObject(options);
	});

	it('authenticate rejects a token that is too short to be redacted', async () => {
		await expect(authenticate({ url: values.baseUrl }, { token: '1234567' })).rejects.toThrow(
			'shorter than 8 characters',
		);
	});

	it('authenticate rejects an unencrypted base URL', async () => {
		const baseUrl = 'http://channel.example.com';
		await expect(authenticate({ url: `${baseUrl}/v1/contact` }, { baseUrl })).rejects.toThrow(
			"'Allow HTTP (Not Secure)'",
		);
	});
});
