import { normalized } from '../../../nodes/ChannelMessaging/texts/normalized';

it.each(['Ana Ğüler', 'e\u0301', '\u0065\u0323\u0302', '한국', 'ﬁ', '\u0BC6\u0BBE', ''])(
	'normalized returns the normalization form of %j',
	(text) => {
		for (const form of ['NFC', 'NFKC', 'NFKD'] as const) {
			expect(normalized(text, form)).toBe(text.normalize(form));
		}
	},
);

it('normalized sorts at most 30 combining marks at a time, because sorting takes quadratic time', () => {
	const text = `a${'\u0301\u0323'.repeat(1_000)}`;

	const runs = normalized(text, 'NFKD').match(/[\u0301\u0323]+/g) ?? [];

	expect(Math.max(...runs.map((run) => run.length))).toBe(30);
	expect(runs.join('')).toHaveLength(2_000);
	expect(runs[0]).toBe('\u0323'.repeat(15) + '\u0301'.repeat(15));
});
