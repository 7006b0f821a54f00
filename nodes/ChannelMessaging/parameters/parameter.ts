import type { IDataObject, INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import type { ChannelType } from '../client/channel';
import { isRecord } from '../client/model';
import type { PhoneNumberSettings } from './phoneNumber';

/** The value of a parameter, of any type, because expressions may return anything. */
export interface ParameterValue {
	value: unknown;
	/** The subject of error messages, starting with the parameter's label in quotes. */
	label: string;
	/** The value as the workflow stores it, with unresolved expressions; `undefined` if unknown. */
	raw?: unknown;
}

// n8n's AI builder reads hints since n8n 2.41. Older releases ignore them, and their types lack them.

/** A parameter with a hint for n8n's AI builder. */
export interface HintedProperty extends INodeProperties {
	builderHint?: { propertyHint: string };
}

/** A node with a hint for n8n's AI builder, and the nodes that it works with. */
export interface HintedDescription extends INodeTypeDescription {
	builderHint: {
		searchHint: string;
		relatedNodes: Array<{ nodeType: string; relationHint: string }>;
	};
}

type Field = Pick<INodeProperties, 'displayName' | 'name'>;

/** The parameters of an item, a collection, or a row. */
export interface Parameters {
	get(field: Field): ParameterValue;
}

/** The parameters of one item, with expressions resolved. */
export interface ItemParameters extends Parameters {
	/** Returns the JSON data of the input item. */
	input(): IDataObject;
	/** Returns the workflow's time zone, such as `Europe/Madrid`. */
	timeZone(): string;
	/** Returns the type of the credential's channel. */
	channelType(): ChannelType;
	/** Returns the credential's phone number settings. */
	phoneNumbers(): PhoneNumberSettings;
}

interface Origin {
	/** The unresolved parameters in the JSON of the workflow. */
	raw?: unknown;
	/** Follows the label in error messages, to distinguish equal labels. */
	place?: string;
}

/** Returns parameters whose values come from a function of their name. */
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

/** Returns the parameters in the object of a collection or a row. */
export function parametersIn(values: IDataObject, origin?: Origin) {
	return {
		...parametersBy((name) => values[name], origin),
		/** Returns whether the parameter was added, even if its expression returns no value. */
		has: ({ name }: Field) => name in values,
	};
}

/**
 * An invalid parameter value. The message contains the parameter's label in quotes, and the advice
 * contains the fix.
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
