import fc from 'fast-check';

import {
	openSealedQuestion,
	sealQuestion,
} from '../../../nodes/ChannelMessaging/chat/sealedQuestion';
import { isSealedQuestion } from '../../../nodes/ChannelMessaging/texts/isSealedQuestion';

const question = {
	link: 'https://n8n.example.com/webhook-waiting/12/node?q=abc&signature=0f',
	expiresAt: 1_900_000_000_000,
};
const owner = { token: 'token-of-the-channel', contactId: 'cus_1', field: 'n8nQuestion' };
const nonce = new Uint8Array(12).fill(7);
const sealed = sealQuestion(question, owner, nonce);

it("openSealedQuestion returns a contact's question, whichever form the contact's ID has", () => {
	expect(openSealedQuestion(sealed, owner)).toEqual(question);
	expect(openSealedQuestion(sealed, { ...owner, contactId: '1' })).toEqual(question);
	expect(isSealedQuestion(sealed)).toBe(true);
});

it('A question can be opened even if its limit is not a whole number of milliseconds', () => {
	const limited = sealQuestion({ ...question, expiresAt: 1_900_000_000_000.4 }, owner, nonce);
	expect(openSealedQuestion(limited, owner)).toEqual(question);
});

it('A sealed question reveals nothing about its link', () => {
	const [, content = ''] = sealed.split(':');
	const bytes = Buffer.from(content, 'base64url').toString('latin1');
	expect(content).toMatch(/^[\w-]+$/);
	expect(bytes).not.toContain('n8n.example.com');
});

it.each([
	['another contact', { ...owner, contactId: '2' }],
	['another custom field', { ...owner, field: 'otherQuestion' }],
	['another token', { ...owner, token: 'token-of-another-channel' }],
])('openSealedQuestion does not open the question with %s', (_, other) => {
	expect(openSealedQuestion(sealed, other)).toBeUndefined();
});

it('openSealedQuestion rejects every changed or shortened text', () => {
	fc.assert(
		fc.property(fc.nat(sealed.length - 1), fc.integer({ min: 33, max: 126 }), (index, code) => {
			const changed = sealed.slice(0, index) + String.fromCharCode(code) + sealed.slice(index + 1);
			// The last character of the encoding has unused bits.
			const bytesOf = (text: string) => Buffer.from(text.split(':')[1] ?? '', 'base64url');
			fc.pre(!bytesOf(changed).equals(bytesOf(sealed)) || index < sealed.indexOf(':'));
			fc.pre(changed !== sealed);
			expect(openSealedQuestion(changed, owner)).toBeUndefined();
			expect(openSealedQuestion(sealed.slice(0, index), owner)).toBeUndefined();
		}),
		{ numRuns: 500 },
	);
});

it.each(['', 'n8n-question-1:', 'n8n-question-1:AAAA', 'Ana', '+442079460001'])(
	'openSealedQuestion returns no question for the value "%s"',
	(text) => {
		expect(openSealedQuestion(text, owner)).toBeUndefined();
	},
);

it('openSealedQuestion does not open another version, which isSealedQuestion recognizes', () => {
	const other = sealed.replace('n8n-question-1:', 'n8n-question-2:');
	expect(openSealedQuestion(other, owner)).toBeUndefined();
	expect(isSealedQuestion(other)).toBe(true);
});
