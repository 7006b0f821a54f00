import type { IDataObject, INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import type { ChannelType } from '../client/channel';
import { isRecord } from '../client/model';
import type { PhoneNumberSettings } from './phoneNumber';

/** A parameter's value. Its type is unknown, because expressions can return any type. */
export interface ParameterValue {
	value: unknown;
	/** The subject of error messages, which starts with the parameter's label in quotes. */
	label: string;
	/** The stored parameter value, with unresolved expressions. `undefined` if it is unknown. */
	raw?: unknown;
}

// n8n's AI builder reads hints since n8n 2.41. Older releases ignore them, and their types lack
// them.

/** A parameter with a hint for n8n's AI builder. */
export interface HintedProperty extends INodeProperties {
	builderHint?: { propertyHint: string };
}

/** A node description with a hint for n8n's AI builder and the names of related nodes. */
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

/** The parameters of one item, with resolved expressions. */
export interface ItemParameters extends Parameters {
	/** Returns the JSON data of the input item. */
	input(): IDataObject;
	/** Returns the workflow's time zone, such as `Europe/Madrid`. */
	timeZone(): string;
	channelType(): ChannelType;
	phoneNumbers(): PhoneNumberSettings;
}

interface Origin {
	/** The stored parameters, with unresolved expressions. */
	raw?: unknown;
	/**
	 * Text that follows the label in error messages, to distinguish parameters with the same label.
	 */
	place?: string;
}

/** Returns parameters whose values come from a lookup function. */
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

/** Returns the parameters in a collection or in a row of a collection. */
export function parametersIn(values: IDataObject, origin?: Origin) {
	return {
		...parametersBy((name) => values[name], origin),
		/** Returns whether the user added the parameter, even if its expression returns no value. */
		has: ({ name }: Field) => name in values,
	};
}

/**
 * An invalid parameter value. The message contains the parameter's label in quotes. The advice
 * explains how to correct the value.
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
