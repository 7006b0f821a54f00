import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { ChannelType } from '../client/channel';
import { isRecord } from '../client/model';
import type { PhoneNumberSettings } from './phoneNumber';

/** What was given for a parameter: expressions may give anything. */
export interface ParameterValue {
	value: unknown;
	/** How messages name it, beginning with its label in quotes. */
	subject: string;
	/** The value as the workflow stores it, with unresolved expressions; `undefined` if unknown. */
	raw?: unknown;
}

type Field = Pick<INodeProperties, 'displayName' | 'name'>;

/** What holds parameters: an item, a collection, or a row. */
export interface Parameters {
	given(field: Field): ParameterValue;
}

/** The parameters of one item, with expressions resolved. */
export interface ItemParameters extends Parameters {
	/** The input item's own fields. */
	input(): IDataObject;
	/** The workflow's time zone, such as `Europe/Madrid`. */
	timeZone(): string;
	/** The type of the credential's channel. */
	channelType(): ChannelType;
	/** How phone numbers are written in the credential's channel. */
	phoneNumbers(): PhoneNumberSettings;
}

interface Origin {
	/** The parameters as the workflow stores them. */
	raw?: unknown;
	/** Follows labels in messages, to tell equal labels apart. */
	place?: string;
}

/** Returns parameters that are read by name. */
export function parametersBy(
	valueOf: (name: string) => unknown,
	{ raw, place = '' }: Origin = {},
): Parameters {
	return {
		given: ({ name, displayName }) => ({
			value: valueOf(name),
			subject: `'${displayName}'${place}`,
			raw: isRecord(raw) ? raw[name] : undefined,
		}),
	};
}

/** Returns the parameters that an object contains: a collection, or a row. */
export function parametersIn(values: IDataObject, origin?: Origin) {
	return {
		...parametersBy((name) => values[name], origin),
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
