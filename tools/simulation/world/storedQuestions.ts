import { storedQuestions } from '../../../test/n8n/upgrades/storedQuestions';
import type { FieldPlan } from '../history/questionHistory';

interface StoredJson {
	id: string;
	until?: number | undefined;
	form: {
		choices?: ReadonlyArray<{ approved: boolean }>;
		linkLabel?: string;
		fields?: FieldPlan[];
	};
}

/**
 * Returns a question as a released version stored it, with another ID, another time limit, and
 * without a property, and the queries of the links in its message.
 */
export function storedQuestion(
	fixture: number,
	id: string,
	until: number | undefined,
	damage: string,
) {
	const { stored } = storedQuestions[fixture % storedQuestions.length] ?? { stored: '' };
	const question = { ...(JSON.parse(stored) as StoredJson), id, until };
	const { choices, linkLabel, fields } = question.form;
	const answers =
		choices === undefined || linkLabel !== undefined
			? [{}]
			: choices.map(({ approved }) => ({ a: approved ? '1' : '0' }));
	const damaged = JSON.parse(JSON.stringify(question)) as object;
	remove(damaged, damage.split('.'));
	return {
		json: JSON.stringify(damaged),
		queries: answers.map((answer) => ({ ...answer, q: id })),
		fields: fields?.map(({ key, type, isRequired, options }) => ({
			...{ key, type, isRequired, options },
		})),
		// Texts were added over time. Everything else has always been stored.
		isDamaged: !/^(texts|output|$)/.test(damage),
	};
}

function remove(value: unknown, [key, ...rest]: readonly string[]): void {
	if (key === undefined || typeof value !== 'object' || value === null) return;
	const record = value as Record<string, unknown>;
	if (rest.length > 0) remove(record[key], rest);
	else Reflect.deleteProperty(record, key);
}
