import type {
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	INodeProperties,
	INodeTypeDescription,
} from 'n8n-workflow';

import type { ChannelType } from '../client/channel';
import { isRecord } from '../client/model';
import type { PhoneNumberSettings } from '../phoneNumbers/phoneNumberSettings';

/** Expressions can return any type. */
export interface ParameterValue {
	value: unknown;
	/** The start of error messages about the parameter, including the parameter's label in quotes. */
	label: string;
	/** The value before n8n resolves expressions, or `undefined` if it is unknown. */
	raw?: unknown;
}

// n8n's AI builder reads hints since n8n 2.41. Older releases ignore hints, and their types lack
// them.

export interface HintedProperty extends INodeProperties {
	builderHint?: { propertyHint: string };
}

export interface HintedDescription extends INodeTypeDescription {
	builderHint: {
		searchHint: string;
		relatedNodes: Array<{ nodeType: string; relationHint: string }>;
	};
}

type Field = Pick<INodeProperties, 'displayName' | 'name'>;

/** The parameters of a node, of a collection, or of a row. */
export interface ParameterSet {
	get(field: Field): ParameterValue;
}

/** ParameterSet that can contain phone numbers. */
export interface ChannelParameters extends ParameterSet {
	/** From the credential. */
	phoneNumbers: PhoneNumberSettings;
}

/**
 * Returns a link to a file that n8n doesn't keep in memory. Everyone with the link can download the
 * file. Rejects with an `ApiError` if the file no longer exists.
 *
 * @param expiresAfter a duration such as `1 day`
 */
export type CreateLink = (file: IBinaryData, expiresAfter: string) => Promise<string>;

/** The parameters of one item, with expressions resolved. */
export interface ItemParameters extends ChannelParameters {
	channelType: ChannelType;
	/** The JSON data of the input item. */
	input: IDataObject;
	/** The files of the input item ("binary data" in n8n) by the names of their fields. */
	files: IBinaryKeyData;
	/** `undefined` if this release of n8n has no such links. */
	createLink: CreateLink | undefined;
	/** The workflow's time zone, such as `Europe/Madrid`. */
	timeZone: string;
}

interface Origin {
	/** The parameters before n8n resolves expressions. */
	raw?: unknown;
	/** Follows the label in error messages, and distinguishes parameters with the same label. */
	place?: string;
}

export function parametersBy(
	valueOf: (name: string) => unknown,
	{ raw, place = '' }: Origin = {},
): ParameterSet {
	return {
		get: ({ name, displayName }) => ({
			value: valueOf(name),
			label: `'${displayName}'${place}`,
			raw: isRecord(raw) ? raw[name] : undefined,
		}),
	};
}

/**
 * The value of a missing parameter is `undefined`, and the value of an expression without a result
 * is `null`.
 */
export function parametersIn(values: IDataObject, origin?: Origin) {
	return {
		...parametersBy((name) => (name in values ? (values[name] ?? null) : undefined), origin),
		/** `true` if the user added the parameter, even if its expression returns no value. */
		has: ({ name }: Field) => name in values,
	};
}

/** The message contains the parameter's label in quotes. */
export class ParameterError extends Error {
	/** @param advice how to correct the value */
	constructor(
		message: string,
		readonly advice: string,
	) {
		super(message);
		this.name = 'ParameterError';
	}
}
