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
			return output !== undefined && hints.length === 0 && !numbers.includes(value)
				? `${name} saved the phone '${source.value}' as '${value}' without a hint`
				: undefined;
		});
	});
