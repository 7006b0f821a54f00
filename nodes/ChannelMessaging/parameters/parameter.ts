import type {
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	INodeProperties,
	INodeTypeDescription,
} from 'n8n-workflow';

import type { ChannelType } from '../client/channel';
import { isRecord } from '../client/model';
import type { PhoneNumberSettings } from '../phoneNumbers/readPhoneNumber';

/** The value of a parameter. Expressions can return any type. */
export interface ParameterValue {
	value: unknown;
	/** The start of error messages about the parameter, including the parameter's label in quotes. */
	label: string;
	/** The value before n8n resolves expressions, or `undefined` if it is unknown. */
	raw?: unknown;
}

// n8n's AI builder reads hints since n8n 2.41. Older releases ignore hints, and their types lack
// them.

/** A parameter with a hint for n8n's AI builder. */
export interface HintedProperty extends INodeProperties {
	builderHint?: { propertyHint: string };
}

/** A node description with a hint for n8n's AI builder and a list of related nodes. */
export interface HintedDescription extends INodeTypeDescription {
	builderHint: {
		searchHint: string;
		relatedNodes: Array<{ nodeType: string; relationHint: string }>;
	};
}

type Field = Pick<INodeProperties, 'displayName' | 'name'>;

export interface Parameters {
	get(field: Field): ParameterValue;
}

/** The files of one item ("binary data" in n8n). */
export interface ItemBinary {
	/** The files by the names of their fields. */
	files: IBinaryKeyData;
	/**
	 * Returns a link to a file that n8n doesn't keep in memory. Everyone with the link can download
	 * the file. Rejects with an `ApiError` if the file no longer exists. `undefined` if this release
	 * of n8n has no such links.
	 *
	 * @param expiresAfter a duration such as `1 day`
	 */
	createLink: ((file: IBinaryData, expiresAfter: string) => Promise<string>) | undefined;
}

/** The parameters of one item, with resolved expressions. */
export interface ItemParameters extends Parameters {
	/** Returns the JSON data of the input item. */
	input(): IDataObject;
	binary(): ItemBinary;
	/** Returns the workflow's time zone, such as `Europe/Madrid`. */
	timeZone(): string;
	channelType(): ChannelType;
	phoneNumbers(): PhoneNumberSettings;
}

interface Origin {
	/** The parameters before n8n resolves expressions. */
	raw?: unknown;
	/**
	 * The text after the parameter's label in error messages. Distinguishes parameters with the same
	 * label.
	 */
	place?: string;
}

/** Returns parameters that read their values with a function. */
export function parametersBy(
	valueOf: (name: string) => unknown,
	{ raw, place = '' }: Origin = {},
): Parameters {
	return {
		get: ({ name, displayName }) => ({
			value: valueOf(name),
			label: `'${displayName}'${place}`,
			raw: isRecord(raw) ? raw[name] : undefined,
		}),
	};
}

/**
 * Returns the parameters in a collection, or in one of its rows. The value of a missing parameter is
 * `undefined`, and the value of an expression without a result is `null`.
 */
export function parametersIn(values: IDataObject, origin?: Origin) {
	return {
		...parametersBy((name) => (name in values ? (values[name] ?? null) : undefined), origin),
		/** Returns whether the user added the parameter, even if its expression returns no value. */
		has: ({ name }: Field) => name in values,
	};
}

/**
 * An error for an invalid parameter value. The message contains the parameter's label in quotes.
 * The advice explains how to correct the value.
 */
export class ParameterError extends Error {
	constructor(
		message: string,
		readonly advice: string,
	) {
		super(message);
		this.name = 'ParameterError';
	}
}
