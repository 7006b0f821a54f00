import { readAddress } from '../../../nodes/ChannelMessaging/client/baseUrl';

const https = 'https://channel.example.com';

describe('readAddress', () => {
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
		expect(readAddress({ baseUrl })).toEqual({ kind: 'usable', baseUrl: expected });
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
		const rejection = {
			kind: 'rejected',
			message: "'Base URL' of the credential is not the address of a service",
			advice:
				'Enter an address such as https://channel.example.com, without user name, question mark or #.',
		};

		expect(values.map((baseUrl) => readAddress({ baseUrl }))).toEqual(values.map(() => rejection));
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
		const rejection = {
			kind: 'rejected',
			message:
				"'Base URL' of the credential begins with http://, so others on the network could read the token",
			advice:
				"Enter an address that begins with https://. If the service has none, and you trust the network, turn on 'Allow HTTP (Not Secure)'.",
		};

		for (const changes of [{}, { allowUnencrypted: false }, { allowUnencrypted: 'true' }]) {
			const addresses = values.map((baseUrl) => readAddress({ baseUrl, ...changes }));
			expect(addresses).toEqual(values.map(() => rejection));
		}
	});

	it("accepts HTTP if 'Allow HTTP (Not Secure)' is on", () => {
		const baseUrl = 'http://channel.example.com';
		expect(readAddress({ baseUrl, allowUnencrypted: true })).toEqual({ kind: 'usable', baseUrl });
	});
});

describe("readAddress with n8n's allowed domains", () => {
	const restricted = (allowedDomains: unknown, baseUrl = https) =>
		readAddress({
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

		expect(allowed.map((domains) => restricted(domains).kind)).toEqual(allowed.map(() => 'usable'));
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
		const rejection = {
			kind: 'rejected',
			message: "'Allowed Domains' of the credential does not have the host of its 'Base URL'",
			advice: "Add channel.example.com to 'Allowed Domains', or correct 'Base URL'.",
		};

		expect(allowed.map((domains) => restricted(domains))).toEqual(allowed.map(() => rejection));
	});

	it('rejects an empty host name if the allowed domains are empty', () => {
		expect(restricted('', 'https://.').kind).toBe('rejected');
	});

	it('ignores the allowed domains without a restriction', () => {
		const settings = { baseUrl: https, allowedDomains: 'other.example' };

		expect(readAddress(settings).kind).toBe('usable');
		expect(readAddress({ ...settings, allowedHttpRequestDomains: 'all' }).kind).toBe('usable');
	});

	it('applies to loopback addresses', () => {
		expect(restricted('127.0.0.1', 'http://127.0.0.1:8080').kind).toBe('usable');
		expect(restricted('localhost', 'http://127.0.0.1:8080').kind).toBe('rejected');
	});
});
