import { readBaseUrl } from '../../../nodes/ChannelMessaging/client/baseUrl';

const https = 'https://channel.example.com';

/** Returns the advice for an address that is rejected, or the normalized address. */
function adviceFor(values: Parameters<typeof readBaseUrl>[0]): string {
	const address = readBaseUrl(values);
	return address.kind === 'rejected' ? address.advice : address.baseUrl;
}

describe('readBaseUrl', () => {
	it.each([
		[https, https],
		[`${https}/`, https],
		[`${https}/api//`, `${https}/api`],
		[` ${https}\n`, https],
		[`${https}/v1`, https],
		[`${https}/api//v1/ `, `${https}/api`],
		[`${https}/v1/v1`, `${https}/v1`],
		[`${https}/v10`, `${https}/v10`],
		['https://v1', 'https://v1'],
		['HTTPS://Channel.Example.com/V1', https],
		[`${https}:8443/a/b`, `${https}:8443/a/b`],
		['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
		['http://127.10.20.30', 'http://127.10.20.30'],
		['http://localhost:8080/', 'http://localhost:8080'],
		['http://[::1]:8080', 'http://[::1]:8080'],
	])('accepts and normalizes %j to %s', (baseUrl, expected) => {
		expect(readBaseUrl({ baseUrl })).toEqual({ kind: 'usable', baseUrl: expected });
	});

	it.each([
		[`${https}/v1/message/send`, '/v1/message/send'],
		[`${https}/api/v1/contact/cus_7/`, '/v1/contact/cus_7/'],
		[`${https}/V1//contact`, '/V1//contact'],
	])('suggests removing the path of an endpoint: %s', (baseUrl, path) => {
		expect(adviceFor({ baseUrl })).toBe(`Remove ${path} from its end.`);
	});

	it('rejects values that are not the plain address of a service', () => {
		const values = [
			undefined,
			7,
			[[https]],
			'',
			' ',
			'channel.example.com',
			'ftp://channel.example.com',
			'//channel.example.com',
			'https:channel.example.com',
			'https:///channel.example.com',
			'https://user:secret@channel.example.com',
			'https://@channel.example.com',
			`${https}?a=b`,
			`${https}/#`,
			`${https} /api`,
			'https://chan\tnel.example.com',
			'https://channel.example.com\r\n/x',
			'https://channel.example.com\\@evil.example',
			'https://channel.example.com:99999',
		];
		expect(values.map((baseUrl) => adviceFor({ baseUrl }))).toEqual(
			values.map(() => expect.stringContaining('an address such as https://') as string),
		);
	});

	it('rejects HTTP URLs of other hosts', () => {
		const values = [
			'http://channel.example.com',
			'http://10.0.0.1',
			'http://sub.localhost',
			'http://localhost.example.com',
			'http://127.0.0.1.example.com',
			'http://1270.0.0.1.example.com',
			'http://[::2]',
		];
		for (const changes of [{}, { allowUnencrypted: false }, { allowUnencrypted: 'true' }]) {
			expect(values.map((baseUrl) => adviceFor({ baseUrl, ...changes }))).toEqual(
				values.map(() => expect.stringContaining("turn on 'Allow HTTP (Not Secure)'") as string),
			);
		}
	});

	it("accepts HTTP if 'Allow HTTP (Not Secure)' is on", () => {
		const baseUrl = 'http://channel.example.com';
		expect(readBaseUrl({ baseUrl, allowUnencrypted: true })).toEqual({ kind: 'usable', baseUrl });
	});
});

describe("readBaseUrl with n8n's allowed domains", () => {
	const restricted = (allowedDomains: unknown, baseUrl = https) =>
		adviceFor({
			baseUrl,
			allowedHttpRequestDomains: 'domains',
			...(typeof allowedDomains === 'string' ? { allowedDomains } : {}),
		});

	it('accepts hosts that match an allowed domain', () => {
		const allowed = [
			'channel.example.com',
			'other.example, channel.example.com',
			'CHANNEL.example.com.',
			'*.example.com',
		];

		expect(allowed.map((domains) => restricted(domains))).toEqual(allowed.map(() => https));
	});

	it('rejects hosts that match no allowed domain', () => {
		const allowed = [
			undefined,
			'',
			' , ',
			'example.com',
			'*.channel.example.com',
			'*.',
			'*',
			'hannel.example.com',
			'*.hannel.example.com',
			'channel.example.com.evil.example',
		];
		expect(allowed.map((domains) => restricted(domains))).toEqual(
			allowed.map(() => expect.stringContaining("to 'Allowed Domains'") as string),
		);
	});

	it('rejects an empty host name if the allowed domains are empty', () => {
		expect(restricted('', 'https://.')).toContain("to 'Allowed Domains'");
	});

	it('ignores the allowed domains unless requests are restricted to them', () => {
		const settings = { baseUrl: https, allowedDomains: 'other.example' };

		expect(readBaseUrl(settings).kind).toBe('usable');
		expect(readBaseUrl({ ...settings, allowedHttpRequestDomains: 'all' }).kind).toBe('usable');
	});

	it('distinguishes loopback addresses from localhost', () => {
		const baseUrl = 'http://127.0.0.1:8080';
		expect(restricted('127.0.0.1', baseUrl)).toBe(baseUrl);
		expect(restricted('localhost', baseUrl)).toContain("to 'Allowed Domains'");
	});
});
