import type { IDataObject, INodeProperties } from 'n8n-workflow';

/** What was given for a parameter: expressions may give anything. */
export interface Given {
	value: unknown;
	/** How messages name it, beginning with its label in quotes. */
	subject: string;
}

type Field = Pick<INodeProperties, 'displayName' | 'name'>;

/** What holds parameters: an item, a collection, or a row. */
export interface Parameters {
	given(field: Field): Given;
}

/** The parameters of one item, with expressions resolved. */
export interface ItemParameters extends Parameters {
	/** The input item's own fields. */
	input(): IDataObject;
	/** The workflow's time zone, such as `Europe/Madrid`. */
	timeZone(): string;
}

/** Parameters by name. Messages say `place` after a label, to tell equal labels apart. */
export function parametersBy(valueOf: (name: string) => unknown, place = ''): Parameters {
	return {
		given: ({ name, displayName }) => ({
			value: valueOf(name),
			subject: `'${displayName}'${place}`,
		}),
	};
}

/** The parameters that an object holds: a collection, or a row. */
export function parametersIn(values: IDataObject, place?: string) {
	return {
		...parametersBy((name) => values[name], place),
		/** Whether it was added, also where its expression gives nothing. */
		has: ({ name }: Field) => name in values,
	};
}

/** Why a value can't go out, with its parameter's label in quotes, and advice to put it right. */
export class ParameterError extends Error {
	constructor(
		message: string,
		readonly advice: string,
	) {
		super(message);
		this.name = 'ParameterError';
	}
}
