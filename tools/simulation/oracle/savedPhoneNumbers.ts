import { saveOf } from '../world/items';
import type { Oracle } from './evidence';
import { interpretationsOf } from './phoneNumbers';

/**
 * C4: a phone number is saved either as the number that libphonenumber reads, in the channel's format,
 * or unchanged with a hint. Saving a number that was read from the channel changes nothing.
 */
export const savedPhoneNumbers: Oracle = ({ items }) =>
	items.flatMap(({ name, itemIndex, execution, requests, search }) => {
		const { plan, attempts } = execution;
		const isMatch = plan.operation === 'upsert' && search?.name === 'phone';
		const source = isMatch ? search : saveOf(plan, itemIndex);
		if (source?.name !== 'phone') return [];
		const { saved, numbers } = interpretationsOf(source, plan);
		return requests.map(({ body, attempt }) => {
			const [, value] = /"name":"phone","value":"([^"]*)"/.exec(body ?? '') ?? [];
			if (value === undefined) return undefined;
			if (!saved.includes(value)) {
				return `${name} saved the phone '${source.value}' as '${value}', not as ${saved.join(' or ')}`;
			}
			const { output, hints = [] } = attempts[attempt] ?? {};
			const isHinted = hints.some((hint) => concerns(hint, value));
			return output !== undefined && !isHinted && !numbers.includes(value)
				? `${name} saved the phone '${source.value}' as '${value}' without a hint`
				: undefined;
		});
	});

/** Whether a hint says that a value was used as it is, or counts it among the values with its problem. */
function concerns(hint: string, value: string): boolean {
	const isAboutNumbers = /used as written|was found as|stores the phone number/.test(hint);
	const isCounted = /\(and \d+ more\)|like \d+ more/.test(hint);
	return isAboutNumbers && (isCounted || compact(hint).includes(compact(value)));
}

function compact(text: string): string {
	return text.replace(/[\s().+-]/g, '');
}
