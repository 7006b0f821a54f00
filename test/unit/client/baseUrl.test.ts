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
	])('normalizes %j to %s', (baseUrl, expected) => {
		expect(readAddress({ baseUrl })).toEqual({ kind: 'usable', baseUrl: expected });
	});

	it.each([
		undefined,
		null,
		7,
		[[https]],
		'',
		'channel.example.com',
		'ftp://channel.example.com',
		'javascript:alert(1)',
		'//channel.example.com',
		'https:channel.example.com',
		'https:/channel.example.com',
		'https:///channel.example.com',
		'https://',
		'https://user@channel.example.com',
		'https://user:secret@channel.example.com',
		'https://@channel.example.com',
		`${https}?a=b`,
		`${https}/?`,
		`${https}/#`,
		' ',
		`${https} /api`,
		'https://chan\tnel.example.com',
		'https://channel.example.com\r\n/x',
		'https://channel.example.com\\@evil.example',
		'https://evil.example\\.channel.example.com',
		'https://channel.example.com:99999',
	])('rejects %j as an invalid URL', (baseUrl) => {
		expect(readAddress({ baseUrl })).toEqual({
			kind: 'rejected',
			message: "'Base URL' of the credential is not the address of a service",
			advice:
				'Enter an address such as https://channel.example.com, without user name, question mark or #.',
		});
	});

	it.each([
		'http://channel.example.com',
		'http://10.0.0.1',
		'http://0.0.0.0',
		'http://localhost.example.com',
		'http://sub.localhost',
		'http://127.0.0.1.example.com',
		'http://1270.0.0.1.example.com',
		'http://[::2]',
	])('rejects %s, which is neither encrypted nor a loopback address', (baseUrl) => {
		const address = readAddress({ baseUrl });
		expect(address).toEqual({
			kind: 'rejected',
			message:
				"'Base URL' of the credential begins with http://, so others on the network could read the token",
			advice:
				"Enter an address that begins with https://. If the service has none, and you trust the network, turn on 'Allow HTTP (Not Secure)'.",
		});
		expect(readAddress({ baseUrl, allowUnencrypted: false })).toEqual(address);
		expect(readAddress({ baseUrl, allowUnencrypted: 'true' })).toEqual(address);
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

	it.each([
		'channel.example.com',
		'other.example, channel.example.com',
		'CHANNEL.example.com.',
		'*.example.com',
	])('accepts a host that matches %s', (allowedDomains) => {
		expect(restricted(allowedDomains).kind).toBe('usable');
	});

	it.each([
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
	])('rejects a host that does not match %j', (allowedDomains) => {
		expect(restricted(allowedDomains)).toEqual({
			kind: 'rejected',
			message: "'Allowed Domains' of the credential does not have the host of its 'Base URL'",
			advice: "Add channel.example.com to 'Allowed Domains', or correct 'Base URL'.",
		});
	});

	it('rejects an empty host name if the allowed domains are empty', () => {
		expect(restricted('', 'https://.').kind).toBe('rejected');
	});

	it.each(['all', 'none', undefined])(
		'ignores the allowed domains if the restriction is %j',
		(restriction) => {
			const settings = { baseUrl: https, allowedDomains: 'other.example' };
			const all = restriction === undefined ? {} : { allowedHttpRequestDomains: restriction };
			expect(readAddress({ ...settings, ...all }).kind).toBe('usable');
		},
	);

	it('applies to loopback addresses', () => {
		expect(restricted('127.0.0.1', 'http://127.0.0.1:8080').kind).toBe('usable');
		expect(restricted('localhost', 'http://127.0.0.1:8080').kind).toBe('rejected');
	});
});
