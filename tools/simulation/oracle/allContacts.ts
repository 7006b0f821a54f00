import { contactHistoryOf } from './contactHistory';
import { fetchedId, idText, type Oracle, outputOf } from './evidence';

/**
 * C3: *Get Many* returns each contact that has exactly the value once, and no other contact. It never
 * ends early without an error.
 */
export const allContacts: Oracle = (evidence) =>
	evidence.items.flatMap((item) => {
		const history = contactHistoryOf(evidence, item);
		const { operation, limit } = item.execution.plan;
		if (history === undefined || operation !== 'getAll') return [];
		return item.execution.ended.flatMap((attempt, number) => {
			const period = history.searched((request) => request.attempt === number);
			if (attempt.error !== undefined || period === undefined) return [];
			const report = { attempt, number, outcome: 'done', text: '' } as const;
			const output = outputOf(report, item.itemIndex);
			if (output[0]?.['error'] !== undefined) return [];
			const ids = output.map(({ id }) => fetchedId(idText(id)));
			const { primary, searched } = history.readings;
			const required =
				primary !== undefined && history.isComplete(period) ? history.always(primary, period) : [];
			return [
				new Set(ids).size < ids.length ? `${item.name} returned a contact twice` : undefined,
				limit > 0 && ids.length > limit ? `${item.name} exceeds its limit` : undefined,
				...ids.map((id) => {
					const values = history.valuesIn(id, period);
					return searched.some((value) => values.includes(value))
						? undefined
						: `${item.name} searched ${searched.join(' or ')}, but returned contact ${id} with ${values.join(', ')}`;
				}),
				...required.map((id) =>
					ids.includes(id) || ids.length === limit
						? undefined
						: `${item.name} lacks contact ${id} with ${String(primary)}`,
				),
			];
		});
	});
