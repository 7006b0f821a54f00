import type { EntryPlan, FieldPlan, LinkRequestPlan } from '../history/questionHistory';

export type PageForm = ReturnType<typeof formOn>;

/** Returns the names of the controls on the page of a question, and its buttons, in their order. */
export function formOn(html: string) {
	const tags = [...html.matchAll(/<(button|input|select|textarea) [^>]*>/g)].map(
		([tag, element]) => ({
			element,
			name: / name="([^"]*)"/.exec(tag)?.[1] ?? '',
			value: / value="([^"]*)"/.exec(tag)?.[1] ?? '',
		}),
	);
	const named = tags.filter(({ name }) => name !== '');
	return {
		names: [
			...new Set(named.filter(({ element }) => element !== 'button').map(({ name }) => name)),
		],
		buttons: named.filter(({ element }) => element === 'button'),
	};
}

const usualTexts: Readonly<Record<FieldPlan['type'], readonly string[]>> = {
	checkbox: [],
	date: ['2030-01-31', '2024-02-29', '1999-12-31'],
	dropdown: [],
	email: ['ana@mail.example', 'a.b+c@sub.mail.example'],
	number: ['4', '1.5', '-2', '0', '100000'],
	radio: [],
	text: ['Ana Souto', 'Tom & <Jerry>', '"x"'],
	textarea: ['One line', 'Two\nlines', ' indented\n\n'],
};

/** Values that the type of a field doesn't allow, or allows only just. */
const unusualTexts: Readonly<Record<FieldPlan['type'], readonly string[]>> = {
	checkbox: ['Fish', 'fish', ' Fish', 'on', 'a, b'],
	date: ['2030-02-30', '2030-1-1', '2030-01-31T10:00', '31.01.2030', '0000-01-01', '٢٠٣٠-٠١-٠١'],
	dropdown: ['Fish', 'fish', ' Fish', '0', 'length'],
	email: ['ana', '@', 'ana@mail', 'a@b@mail.example', ' ana@mail.example', 'a@mail.example\nb'],
	number: [
		...['12345678901234567890', '9007199254740993', '0.30000000000000004', '1e400', '1e-400'],
		...['0x1F', '0b1', '1e3', '-0', '0.10', '.5', '5.', '+5', ' 5 ', '1,5', '1_000', '5n'],
		...[
			'1.234,50',
			'1.234',
			'1,234',
			'12 345,6',
			'\u0661\u066b\u0665',
			'\u0e51\u0e52',
			'\u0967,\u096b',
		],
		...['Infinity', 'NaN', '٣', '', '1'.repeat(1_000), '0'.repeat(1_000), `1e${'9'.repeat(900)}`],
	],
	radio: ['Fish', 'fish', 'on', '0', 'length'],
	text: ['null', '[]', '0', ' ', 'Ana\nSouto', '\r\n', '\u0000', 'a'.repeat(1_000)],
	textarea: ['\n', '\r\n', '\n\n', ' ', '\u2028', 'a\rb', '\n\n'.repeat(5_000)],
};

const repeatedTexts = new Map<string, readonly string[]>();

/** Returns the same list for the same arguments, because creating large lists is slow. */
function repeated(text: string, times: number): readonly string[] {
	const key = `${String(times)} ${text}`;
	const list = repeatedTexts.get(key) ?? Array.from({ length: times }, () => text);
	repeatedTexts.set(key, list);
	return list;
}

/**
 * Returns the value of a field: text, a list of texts, or anything else from JSON.
 *
 * @param lineBreak the line breaks in the value of a text area
 */
function valueOf(plan: EntryPlan, { type, options }: FieldPlan, lineBreak: string): unknown {
	const inField = (text: string) =>
		type === 'textarea' ? text.replaceAll(/\r?\n/g, lineBreak) : text;
	switch (plan.kind) {
		case 'unusual': {
			const texts = unusualTexts[type];
			return inField(texts[plan.variant % texts.length] ?? '');
		}
		case 'usual': {
			const texts = options.length > 0 ? options : usualTexts[type];
			const text = texts[plan.variant % texts.length] ?? '';
			return type === 'checkbox' && plan.variant > 1 ? texts.slice(0, plan.variant) : inField(text);
		}
		case 'text':
			return inField(plan.text);
		case 'long':
			return inField(plan.text).repeat(plan.times);
		case 'several':
			return plan.texts.map(inField);
		case 'repeatedOption':
			return repeated(options[0] ?? '', plan.times);
		case 'json':
			return JSON.parse(plan.json);
	}
}

/**
 * Returns the entered values, the value of the pressed button (`undefined` if the page has no such
 * button), and the body of the request as n8n parses it.
 */
export function submissionOf(
	plan: LinkRequestPlan,
	fields: readonly FieldPlan[] | undefined,
	{ names, buttons }: PageForm,
	emptyBody: unknown,
) {
	const { encoding, entries, otherValues } = plan;
	const [firstEntry = { kind: 'usual', variant: 0 }] = entries;
	const hasForm = encoding !== 'none' && encoding !== 'text';
	const values = new Map<string, unknown>();
	for (let index = 0; index < otherValues; index += 1) values.set(`other-${String(index)}`, 'x');
	const entered = (fields ?? []).map((field, index) => {
		if (!hasForm) return undefined;
		const entry = entries[index % entries.length] ?? firstEntry;
		// HTML text areas contain LF. Browsers submit CRLF.
		values.set(names[index] ?? '', valueOf(entry, field, encoding === 'json' ? '\n' : '\r\n'));
		return valueOf(entry, field, '\n');
	});
	const choices: FieldPlan = {
		type: 'radio',
		isRequired: true,
		key: '',
		options: buttons.map(({ value }) => value),
	};
	const choice = fields === undefined && hasForm ? valueOf(firstEntry, choices, '') : undefined;
	if (fields === undefined) values.set(buttons[0]?.name ?? 'a', choice);
	const pressed = buttons.find(({ value }) => value === choice)?.value;
	const parsed = Object.fromEntries(values);
	const bodies = {
		form: parsed,
		json: parsed,
		multipart: { data: parsed, files: {} },
		none: emptyBody,
		text: Object.keys(parsed).join('&'),
	};
	return { entered, pressed, body: bodies[encoding] };
}
