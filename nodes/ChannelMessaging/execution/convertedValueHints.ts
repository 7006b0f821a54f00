import type { CustomFieldReference } from '../customFieldValues/customFieldReference';
import type { PhoneNumberProblem } from '../phoneNumbers/readPhoneNumber';
import { visibleName } from '../parameters/visibleName';
import { quoted } from '../parameters/quoted';
import { mapInSlices, sharedTimeSlicer } from '../scheduling/timeSlicer';
import { visibleText } from '../texts/visibleText';

export interface UsedValue {
	reference: CustomFieldReference;
	foundValue?: string | undefined;
}

const chooseCountry = "choose a 'Default Country' in the credential or the options.";

/**
 * Returns hints about phone numbers that couldn't be parsed, and about values that were converted
 * or found in another form. Thousands of items can need the same hint, so each hint consists of one
 * example and a count.
 */
export async function convertedValueHints(used: readonly UsedValue[]): Promise<string[]> {
	const examples = new Map<Topic, Map<string, UsedValue>>();
	await mapInSlices(used, sharedTimeSlicer.slice(), (value) => {
		for (const topic of topicsOf(value)) {
			const values = examples.get(topic) ?? new Map<string, UsedValue>();
			const { enteredName, value: used } = value.reference;
			values.set(nameTopics.includes(topic) ? (enteredName ?? '') : used, value);
			examples.set(topic, values);
		}
	});
	const found = examples.get('foundWithPlus');
	return topics.flatMap((topic) => {
		const values = [...(examples.get(topic)?.values() ?? [])];
		const unlisted =
			topic === 'noPlus' ? values.filter(({ reference }) => !found?.has(reference.value)) : values;
		const [first, ...others] = unlisted;
		return first === undefined ? [] : [texts[topic](first, others.length)];
	});
}

function isConvertedEmail(reference: CustomFieldReference): boolean {
	const { name, value, otherValues = [], otherForm = [] } = reference;
	const differs = (other: string) => visibleText(other).trim() !== value;
	return name === 'email' && [...otherValues, ...otherForm].some(differs);
}

/** Returns whether a hint is needed because the value was converted or isn't a valid number. */
export function isConverted(reference: CustomFieldReference): boolean {
	const { enteredName, problem } = reference;
	return problem !== undefined || enteredName !== undefined || isConvertedEmail(reference);
}

const nameTopics: readonly string[] = ['invisibleInName', 'similarName'];

const topics = [
	'invisibleInName',
	'similarName',
	'enteredAsId',
	'foundWithPlus',
	'otherForm',
	'emailCase',
	'noPlus',
	'noCountryCode',
	'ambiguous',
	'unknownNumber',
	'notANumber',
	'otherFormat',
] as const;

type Topic = (typeof topics)[number];

function topicsOf({ reference, foundValue }: UsedValue): Topic[] {
	const { enteredName, name, problem, value, wasEnteredAsId } = reference;
	const result: Topic[] = wasEnteredAsId ? ['enteredAsId'] : [];
	if (enteredName !== undefined) {
		result.push(visibleName(enteredName) === name ? 'invisibleInName' : 'similarName');
	}
	const isOther = foundValue !== undefined && foundValue !== value;
	if (reference.name === 'email') {
		return isConvertedEmail(reference) ? [...result, 'emailCase'] : result;
	}
	if (reference.name !== 'phone') return result;
	if (isOther && reference.otherForm?.includes(foundValue)) return [...result, 'otherForm'];
	if (problem === undefined) return isOther ? [...result, 'otherFormat'] : result;
	if (problem.kind === 'ambiguous') return [...result, 'ambiguous'];
	const numberWithPlus = problem.kind === 'noPlus' ? problem.number : `+${value}`;
	if (foundValue === numberWithPlus) return [...result, 'foundWithPlus'];
	const isFound = problem.kind === 'noPlus' && foundValue !== undefined;
	return [...result, isFound ? 'otherFormat' : problem.kind];
}

const texts: Record<Topic, (first: UsedValue, others: number) => string> = {
	invisibleInName: ({ reference: { name } }, others) =>
		`The name of the custom field ${quoted(name)}${more(others)} was entered with invisible characters or surrounding spaces, which the node removed.`,
	similarName: ({ reference: { name, enteredName = '' } }, others) =>
		`The input field ${quoted(enteredName)}${more(others)} was saved as the custom field ${quoted(name)}.`,
	enteredAsId: ({ reference: { name, value } }, others) =>
		`${quoted(value)}${more(others)} can't be an ID, so the node searched for it as ${name === 'email' ? 'an email address' : 'a phone number'}. To find contacts by such values, set 'Contact' to 'Phone' or 'Email'.`,
	foundWithPlus: ({ reference: { value }, foundValue = '' }, others) =>
		`${quoted(value)}${more(others)} was found as ${quoted(foundValue)}: your numbers lack the '+'. Spreadsheets remove it unless the cells are text.`,
	otherForm: ({ reference: { value }, foundValue = '' }, others) =>
		`The phone number ${quoted(value)}${more(others)} was found as ${quoted(foundValue)}. Numbers in Mexico, Brazil, and Argentina have two forms, and the node searches for both.`,
	emailCase: ({ reference: { value, otherValues = [], otherForm = [] }, foundValue }, others) =>
		foundValue === undefined || foundValue === value
			? `${quoted(otherValues[0] ?? otherForm[0] ?? value)}${more(others)} was used as ${quoted(value)}. The node saves email addresses in lower case.`
			: `The channel stores the email address ${quoted(foundValue)}${more(others)} instead of ${quoted(value)}. The node searches for both.`,
	noPlus: ({ reference: { value } }, others) =>
		`The phone number ${quoted(value)}${more(others)} has no '+' and was used as written. Enter it with '+', or ${chooseCountry}`,
	noCountryCode: ({ reference: { value } }, others) =>
		`The phone number ${quoted(value)}${more(others)} is not a complete international number, and was used as written. Check its digits, and enter it with '+' and the country code, or ${chooseCountry}`,
	ambiguous: ({ reference: { value, problem } }, others) =>
		`The phone number ${quoted(value)}${more(others)} could be ${numbersIn(problem)}, and was used as written. Enter it with '+'.`,
	unknownNumber: rejected,
	notANumber: rejected,
	otherFormat: ({ foundValue = '' }, others) =>
		`The channel stores the phone number ${quoted(foundValue)}${more(others)} in a format other than the credential's 'Phone Number Format'. To avoid additional searches, choose the channel's format.`,
};

function rejected({ reference: { value, problem } }: UsedValue, others: number): string {
	const rejection = problem !== undefined && 'rejection' in problem ? problem.rejection : '';
	const like =
		others === 0 ? '' : `, like ${String(others)} more ${others === 1 ? 'value' : 'values'}`;
	return `${quoted(value)} ${rejection}, and was used as written${like}.`;
}

function numbersIn(problem: PhoneNumberProblem | undefined): string {
	return problem?.kind === 'ambiguous' ? problem.numbers.join(' or ') : '';
}

function more(others: number): string {
	return others === 0 ? '' : ` (and ${String(others)} more)`;
}
