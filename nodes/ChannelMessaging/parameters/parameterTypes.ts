import type {
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	INodeProperties,
	INodeTypeDescription,
} from 'n8n-workflow';

import type { ChannelCredential } from '../client/credential';
import type { LinkedFile } from '../client/model';

/** A parameter and its value, which can have any type, because users can enter an expression. */
export interface ParameterValue {
	value: unknown;
	/** The subject of error messages, with the parameter's label in quotes. */
	label: string;
	/** The value with unresolved expressions, or `undefined` if it is unknown. */
	raw?: unknown;
	/** Evaluates an expression, such as `{{ $json.name }}`, for the parameter's item. */
	evaluate?: Evaluate | undefined;
}

/** Throws if the expression is invalid. */
export type Evaluate = (expression: string) => unknown;

// n8n's AI builder has read these hints since n8n 2.41. Older releases ignore hints and lack their
// types.

export interface HintedProperty extends INodeProperties {
	builderHint?: { propertyHint: string };
}

export interface HintedDescription extends INodeTypeDescription {
	builderHint: {
		searchHint: string;
		relatedNodes: Array<{ nodeType: string; relationHint: string }>;
	};
}

export type Field = Pick<INodeProperties, 'displayName' | 'name'>;

/** The parameters of a node, of a collection, or of one row in a list. */
export interface ParameterSet {
	get(field: Field): ParameterValue;
}

/** Parameters that can contain phone numbers, whose format depends on the channel's credential. */
export interface ChannelParameters extends ParameterSet {
	credential: ChannelCredential;
}

/**
 * Creates a link to a file in n8n's binary data storage. Anyone with the link can download the
 * file. Rejects with an `ApiError` if the file no longer exists.
 *
 * @param expiresAfter a duration such as `1 day`
 */
export type CreateLink = (file: IBinaryData, expiresAfter: string) => Promise<LinkedFile>;

/** The parameters of one item, with expressions resolved. */
export interface ItemParameters extends ChannelParameters {
	input: IDataObject;
	/** The input item's files, which n8n calls binary data, by field name. */
	files: IBinaryKeyData;
	/** `undefined` if this n8n release doesn't support signed links to files. */
	createLink: CreateLink | undefined;
	/** The workflow's time zone, such as `Europe/Madrid`. */
	timeZone: string;
}
