import fc from 'fast-check';

import type { FormField } from '../../../nodes/ChannelMessaging/sendAndWait/formField';
import { resolvePageLink } from '../../../nodes/ChannelMessaging/sendAndWait/resolvePageLink';
import { pageFor } from '../../../nodes/ChannelMessaging/sendAndWait/page';
import { pageSizeError } from '../../../nodes/ChannelMessaging/sendAndWait/pageSizeError';
import { defaultTexts } from '../../../nodes/ChannelMessaging/sendAndWait/pageTexts';
import { maxPageBytes } from '../../../nodes/ChannelMessaging/sendAndWait/questionSizeLimits';
import { formQuestion } from './testQuestions';

const isTooLarge = (question: ReturnType<typeof formQuestion>) =>
	pageSizeError({ ...question, limit: undefined }) !== undefined;

it('pageSizeError accepts 19 text areas, but not 20', () => {
	const areas = Array.from({ length: 20 }, (): Partial<FormField> => ({ type: 'textarea' }));
	expect(isTooLarge(formQuestion(...areas.slice(1)))).toBe(false);
	expect(isTooLarge(formQuestion(...areas))).toBe(true);
});

it('pageSizeError counts the longest reason for each of 100 fields', () => {
	const question = formQuestion(...Array.from({ length: 100 }, () => ({})));
	expect(isTooLarge(question)).toBe(false);
	const texts = { ...defaultTexts, rejectedEmail: '&'.repeat(1_000) };
	expect(isTooLarge({ ...question, texts })).toBe(true);
});

it('No request to an accepted question has a page of more than 1 MB', () => {
	const repeated = fc
		.tuple(fc.constantFrom('&', '"', 'x', 'é', '🙂'), fc.nat(20_000))
		.map(([character, length]) => character.repeat(length));
	const fields = fc.record({
		label: repeated,
		type: fc.constantFrom('text', 'textarea', 'number', 'radio', 'checkbox'),
		isRequired: fc.boolean(),
	});
	const questions = fc
		.tuple(fc.array(fields, { maxLength: 30 }), repeated)
		.map(([all, message]) => {
			const options = ['Red', 'Green'];
			const withOptions = all.map((field) =>
				field.type === 'radio' || field.type === 'checkbox' ? { ...field, options } : field,
			);
			const texts = { ...defaultTexts, missingAnswer: message.slice(0, 1_000) };
			return { ...formQuestion(...withOptions), message, texts };
		})
		.filter((question) => !isTooLarge(question));
	fc.assert(
		fc.property(questions, fc.array(repeated, { maxLength: 30 }), (question, values) => {
			const body = Object.fromEntries(
				values.map((value, index) => [`field-${String(index)}`, value]),
			);
			for (const method of ['GET', 'POST']) {
				const { html } = pageFor(
					resolvePageLink(question, { method, query: { q: 'q1' }, body }, 0),
				);
				expect(Buffer.byteLength(html)).toBeLessThanOrEqual(maxPageBytes);
			}
		}),
	);
});
