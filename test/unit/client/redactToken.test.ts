import fc from 'fast-check';

import {
	mayContainToken,
	redactCutToken,
	redactToken,
	redactTokenInJson,
} from '../../../nodes/ChannelMessaging/client/redactToken';

/** Returns a random token of printable ASCII characters. */
const tokens = fc
	.array(fc.integer({ min: 0x21, max: 0x7e }), { minLength: 8, maxLength: 40 })
	.map((codes) => String.fromCharCode(...codes));

const hex = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0');

/** How services and libraries write a character in JSON, URLs, and HTML. */
const escapes: readonly ((character: string) => string)[] = [
	(character) => character,
	(character) => JSON.stringify(character).slice(1, -1),
	(character) => JSON.stringify(JSON.stringify(character)).slice(3, -3),
	(character) => (character === '/' ? '\\/' : character),
	(character) => `\\u00${hex(character)}`,
	(character) => `\\u00${hex(character).toUpperCase()}`,
	(character) => `%${hex(character)}`,
	(character) => `%${hex(character).toUpperCase()}`,
	(character) => `&#${String(character.charCodeAt(0))};`,
	(character) => `&#x${hex(character)};`,
	(character) =>
		character.replace(
			/[&<>"']/,
			(special) =>
				({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' })[special] ?? '',
		),
];

/** Returns a random token, and the same token with each character escaped at random. */
const escapedTokens = tokens.chain((token) =>
	fc
		.array(fc.constantFrom(...escapes), { minLength: token.length, maxLength: token.length })
		.map((escapesOfToken) => ({
			token,
			escaped: Array.from(token, (character, index) => escapesOfToken[index]?.(character)).join(''),
		})),
);

it('redactToken replaces every occurrence of a token, however its characters are escaped', () => {
	fc.assert(
		fc.property(escapedTokens, ({ token, escaped }) => {
			expect(redactToken(`É ${escaped} Ñ ${token}`, token)).toBe('É (token) Ñ (token)');
		}),
	);
});

it('redactCutToken also redacts a token that is cut at any point after its first characters', () => {
	fc.assert(
		fc.property(escapedTokens, fc.nat(), ({ token, escaped }, length) => {
			const shown = Math.max(12, length % escaped.length);
			const cut = `É ${escaped} Ñ ${escaped.slice(0, shown)}`;
			// The rest of the last character's escape sequence, such as `&#38;`, reveals nothing.
			const rest = '[#\\w]{0,5};?';
			const redacted = new RegExp(`^É \\(token\\)${rest} Ñ \\(token\\)${rest}$`, 'i');
			expect(redactCutToken(cut, token)).toMatch(redacted);
		}),
	);
});

it('redacts a token of several thousand characters', () => {
	const token = Array.from({ length: 6_000 }, (_, index) => (index ** 2 % 9_973).toString(36))
		.join('.')
		.slice(0, 6_000);
	const escaped = Array.from(token, (character) => `%${hex(character)}`).join('');
	const text = `É ${escaped} Ñ ${token.slice(0, -1)}`;
	expect(redactToken(text, token)).toBe(`É (token) Ñ ${token.slice(0, -1)}`);
	expect(redactCutToken(text, token)).toBe('É (token) Ñ (token)');
});

it('redactToken does not change text without the token', () => {
	fc.assert(
		fc.property(fc.string(), tokens, (text, token) => {
			fc.pre(!text.includes(token));
			expect(redactToken(text, token)).toBe(text);
		}),
	);
	expect(redactToken('Some text', '')).toBe('Some text');
});

it('redactTokenInJson removes the token from all keys and values', () => {
	const texts = (token: string) => fc.oneof(fc.string(), fc.constantFrom(token, `__${token}__`));
	const values = tokens.chain((token) =>
		fc.record({
			token: fc.constant(token),
			json: fc.dictionary(
				texts(token),
				fc.letrec<{ value: unknown }>((tie) => ({
					value: fc.oneof(
						{ maxDepth: 4 },
						texts(token),
						fc.constantFrom(null, true, 12),
						fc.array(tie('value')),
						fc.dictionary(texts(token), tie('value')),
					),
				})).value,
			),
		}),
	);
	fc.assert(
		fc.property(values, ({ token, json }) => {
			const text = JSON.stringify(json);
			const redacted = JSON.parse(text) as Record<string, never>;
			redactTokenInJson(redacted, token);
			const inJson = JSON.stringify(token).slice(1, -1);
			expect(redacted).toEqual(JSON.parse(text.replaceAll(inJson, '(token)')));
		}),
	);
});

it('mayContainToken is true for a numeric token in another notation', () => {
	expect(mayContainToken('{"token":1.23456789012e11}', '123456789012')).toBe(true);
	expect(mayContainToken('{"token":"other"}', 'token-of-channel')).toBe(false);
});

it('redactTokenInJson removes a token that the service returns as a number', () => {
	const json = { token: 123456789012, id: 12345678 };
	redactTokenInJson(json, '123456789012');
	expect(json).toEqual({ token: '(token)', id: 12345678 });
});
