import { chosenReply } from '../../../nodes/ChannelMessaging/sendAndWait/chosenReply';
import { maxReplyCharacters } from '../../../nodes/ChannelMessaging/sendAndWait/questionSizeLimits';

const replies = [
	{ text: 'Sí, claro', approved: true },
	{ text: 'No', approved: false },
	{ text: 'Later' },
	{ text: '👍' },
];

it.each([
	['the reply as the messenger sends it', 'Sí, claro', 'Sí, claro'],
	['another case, without accents, and with spaces', '  SI,  CLARO\n', 'Sí, claro'],
	['invisible characters', 'N\u200Bo\uFE0F', 'No'],
	['another skin tone', '👍🏽', '👍'],
	['its number', '3', 'Later'],
	['its number in full-width digits', '２', 'No'],
	['its number as a keycap emoji', '1️⃣', 'Sí, claro'],
	['its number in Arabic digits', '٢', 'No'],
])('chosenReply accepts %s', (_, entered, text) => {
	expect(chosenReply(replies, entered)).toMatchObject({ text, entered });
});

it('chosenReply includes the approval only if the reply approves or declines', () => {
	expect(chosenReply(replies, 'no')).toEqual({ text: 'No', entered: 'no', approved: false });
	expect(chosenReply(replies, 'later')).toEqual({ text: 'Later', entered: 'later' });
});

it.each([
	'',
	' \n',
	'\u200B',
	'Yes',
	'👎🏽',
	'🏽',
	'No, thanks',
	'0',
	'5',
	'03',
	'1 2',
	'-1',
	'x'.repeat(2_000),
])('chosenReply accepts no other text such as "%.10s"', (entered) => {
	expect(chosenReply(replies, entered)).toBeUndefined();
});

it.each([['At 2 pm'], ['Room ½'], ['٣'], ['三个月'], ['🔟'], ['Ⅱ']])(
	'chosenReply accepts no numbers if a reply such as "%s" contains a digit',
	(text) => {
		expect(chosenReply([{ text }, { text: 'Never' }], '2')).toBeUndefined();
	},
);

it('chosenReply compares a number with reply texts before treating it as a position', () => {
	expect(chosenReply([{ text: '2' }, { text: '1' }], '1')).toMatchObject({ text: '1' });
});

it('without quick replies, chosenReply returns text of a limited length unchanged', () => {
	const text = ' Mañana\r\na las 8 🙂 ';
	expect(chosenReply([], text)).toEqual({ text, entered: text });
	expect(chosenReply([], 'x'.repeat(maxReplyCharacters))).toBeDefined();
	expect(chosenReply([], 'x'.repeat(maxReplyCharacters + 1))).toBeUndefined();
	for (const blank of [' ', '\u200B', '\u2800', '\u3164', ' \uFE0F\n']) {
		expect(chosenReply([], blank)).toBeUndefined();
	}
});

it("chosenReply doesn't compare text longer than 1,000 characters with the replies", () => {
	expect(chosenReply(replies, 'No'.padStart(1_000))).toMatchObject({ text: 'No' });
	expect(chosenReply(replies, 'No'.padStart(1_001))).toBeUndefined();
});
