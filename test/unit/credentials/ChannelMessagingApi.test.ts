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
	if (found === undefined) throw new Error(`The credential has no ${name}`);
	return found;
}

describe('the credential', () => {
	it('is the one that the node asks for', () => {
		const { credentials } = new ChannelMessaging().description;
		expect(credentials).toEqual([{ name: credential.name, required: true }]);
	});

	it('has the fields that saved credentials hold, with the limits of the document', () => {
		const saved = credential.properties.filter(({ type }) => type !== 'notice');
		expect(Object.fromEntries(saved.map(({ name, default: value }) => [name, value]))).toEqual({
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

	it('cannot do without address and token', () => {
		expect(field('baseUrl').required).toBe(true);
		expect(field('token').required).toBe(true);
	});

	it('has rates of at least one whole call', () => {
		for (const name of ['messagesPerSecond', 'contactCallsPerMinute']) {
			expect(field(name).typeOptions).toMatchObject({ minValue: 1, numberPrecision: 0 });
		}
	});

	it('warns of http at its end, where it is allowed', () => {
		expect(credential.properties.slice(-2).map(({ name }) => name)).toEqual([
			'allowUnencrypted',
			'unencryptedNotice',
		]);
		expect(field('unencryptedNotice')).toMatchObject({
			type: 'notice',
			displayOptions: { show: { allowUnencrypted: [true] } },
		});
	});
});

describe('signing in', () => {
	const values = { baseUrl: 'https://channel.example.com/api', token: 'a-token' };
	const signIn = async (
		request: IHttpRequestOptions,
		changes: ICredentialDataDecryptedObject = {},
	) => await credential.authenticate({ ...values, ...changes }, request);

	it('puts the token into the header of section 5 (Authentication), and nowhere else', async () => {
		const url = 'https://channel.example.com/api/v1/contact';
		const { headers, ...rest } = await signIn({ url, headers: { Accept: 'application/json' } });

		expect(headers).toEqual({ Accept: 'application/json', Authorization: 'Bearer a-token' });
		expect(JSON.stringify(rest)).not.toContain('a-token');
	});

	it('leaves out the space that came along with the token', async () => {
		const request = await signIn({ url: values.baseUrl }, { token: ' a-token\n' });
		expect(request.headers).toEqual({ Authorization: 'Bearer a-token' });
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
			"'Allow HTTP (Not Secure)'",
		);
	});
});
