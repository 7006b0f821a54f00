import fc from 'fast-check';

import {
	channelPathSegment,
	orderingKey,
	pathSegment,
} from '../../../nodes/ChannelMessaging/client/channel';

/** Text of any characters, without halves of them. */
const identifiers = fc.string({ unit: 'binary', minLength: 1 });

const fromBase64 = (text: string) => Buffer.from(text, 'base64').toString('utf8');

describe('the path segment of an identifier', () => {
	it.each([
		['slashes', '../a/b', '..%2Fa%2Fb'],
		['the marks of a query', 'a?b#c&d=e', 'a%3Fb%23c%26d%3De'],
		['marks that some servers give a meaning', "!'()*", '%21%27%28%29%2A'],
		['letters beyond ASCII', 'ñ😀', '%C3%B1%F0%9F%98%80'],
	])('encodes %s', (_, identifier, segment) => {
		expect(pathSegment(identifier)).toBe(segment);
		expect(channelPathSegment(identifier, 'other')).toBe(segment);
	});

	it('gives it back when decoded, and has no characters that mean something in a path', () => {
		fc.assert(
			fc.property(identifiers, (identifier) => {
				const plain = channelPathSegment(identifier, 'other');
				const base64 = channelPathSegment(identifier, 'viber');
				for (const segment of [plain, base64]) {
					expect(segment).toMatch(/^(?:[A-Za-z0-9._~-]|%[0-9A-F]{2})+$/);
				}
				expect(decodeURIComponent(plain)).toBe(identifier);
				expect(fromBase64(decodeURIComponent(base64))).toBe(identifier);
			}),
		);
	});
});

describe('the path segment under Viber', () => {
	it.each([
		['~~~>>>', 'fn5%2BPj4%2B'],
		['ñ', 'w7E%3D'],
	])('is, for %s, Base64 with its own marks encoded', (identifier, segment) => {
		expect(channelPathSegment(identifier, 'viber')).toBe(segment);
	});
});

describe('the ordering key', () => {
	it('is equal for the IDs of created and fetched contacts with the same digits', () => {
		expect(orderingKey('cus_1000457')).toBe(orderingKey('1000457'));
	});

	it.each(['cus_', 'cus_12a', 'CUS_12', 'user_12', 'cus_cus_12', ' 12', 'MTI='])(
		'is the ID itself for any other form: %s',
		(contactId) => {
			expect(orderingKey(contactId)).toBe(contactId);
		},
	);
});
