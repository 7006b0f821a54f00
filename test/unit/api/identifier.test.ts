import fc from 'fast-check';

import { channelPathSegment, pathSegment } from '../../../nodes/ChannelMessaging/api/identifier';

/** Text of any characters, without halves of them. */
const identifiers = fc.string({ unit: 'binary', minLength: 1 });

const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString('utf8');

describe('the path segment of an identifier', () => {
	it.each([
		['a plain identifier, which stays', 'cus_1000457', 'cus_1000457'],
		['slashes', '../a/b', '..%2Fa%2Fb'],
		['blanks', 'a b', 'a%20b'],
		['the marks of a query', 'a?b#c&d=e', 'a%3Fb%23c%26d%3De'],
		['a plus sign', '+34600', '%2B34600'],
		['what is encoded already', 'a%2Fb', 'a%252Fb'],
		['marks that some servers give a meaning', "!'()*", '%21%27%28%29%2A'],
		['letters beyond ASCII', 'ñ😀', '%C3%B1%F0%9F%98%80'],
		['a line break', 'a\nb', 'a%0Ab'],
	])('encodes %s', (_, identifier, segment) => {
		expect(pathSegment(identifier)).toBe(segment);
		expect(channelPathSegment(identifier, 'other')).toBe(segment);
	});

	it('gives the identifier back when decoded', () => {
		fc.assert(
			fc.property(identifiers, (identifier) => {
				expect(decodeURIComponent(pathSegment(identifier))).toBe(identifier);
				expect(decodeURIComponent(channelPathSegment(identifier, 'other'))).toBe(identifier);
			}),
		);
	});

	it('consists of characters that mean themselves in a path', () => {
		fc.assert(
			fc.property(identifiers, fc.constantFrom('other', 'viber'), (identifier, channelType) => {
				const segments = [pathSegment(identifier), channelPathSegment(identifier, channelType)];
				for (const segment of segments) {
					expect(segment).toMatch(/^(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})+$/);
				}
			}),
		);
	});

	it('is left alone by what reads addresses', () => {
		fc.assert(
			fc.property(
				// Reading the parameter refuses these two, because every HTTP client takes them out.
				identifiers.filter((identifier) => !['.', '..'].includes(identifier)),
				(identifier) => {
					const path = `/v1/contact/${pathSegment(identifier)}/tags`;
					expect(new URL(path, 'https://channel.example.com').pathname).toBe(path);
				},
			),
		);
	});
});

describe('the path segment under Viber', () => {
	it.each([
		['01234567890A=', 'MDEyMzQ1Njc4OTBBPQ%3D%3D'],
		['~~~>>>', 'fn5%2BPj4%2B'],
		['???', 'Pz8%2F'],
		['ñ', 'w7E%3D'],
	])('is, for %s, Base64 with its own marks encoded', (identifier, segment) => {
		expect(channelPathSegment(identifier, 'viber')).toBe(segment);
	});

	it('gives the identifier back when decoded twice', () => {
		fc.assert(
			fc.property(identifiers, (identifier) => {
				const segment = channelPathSegment(identifier, 'viber');
				expect(fromBase64(decodeURIComponent(segment))).toBe(identifier);
			}),
		);
	});
});
