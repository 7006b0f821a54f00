import type {
	IBinaryData,
	IBinaryKeyData,
	IDataObject,
	INodeProperties,
	INodeTypeDescription,
} from 'n8n-workflow';

import type { ChannelCredential } from '../client/credential';
import type { LinkedFile } from '../client/model';

// Words of this folder:
//
// field       The definition of a parameter in the editor, such as `tagsOption`.
// option      A field in the collection 'Options'.
// parameter   What a field contains for one item, and its label: `ParameterValue`.
// set         The parameters of a node, a collection, or one row: `ParameterSet`.
// entry       One of the texts or custom fields that the user lists, in rows, as text, or as JSON.
// assignment  An entry for a custom field, before validation.
// reference   A valid custom field with its value, also to search for: `CustomFieldReference`.

/** Values are `unknown`: users can enter an expression for any parameter. */
export interface ParameterValue {
	value: unknown;
	/** Subject of error messages. Includes the parameter's label in quotes. */
	label: string;
	/** The entered value with its expressions unresolved, if known. */
	raw?: unknown;
	/** Evaluates `{{ $json.name }}` for the parameter's item. */
	evaluate?: Evaluate | undefined;
}

/** Throws if the expression is invalid. */
export type Evaluate = (expression: string) => unknown;

// Hints for n8n's AI builder, which reads them since 2.41. Older releases ignore them and lack the
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

export interface ParameterSet {
	get(field: Field): ParameterValue;
}

/** Parameters that may contain phone numbers. The credential determines their format. */
export interface ChannelParameters extends ParameterSet {
	credential: ChannelCredential;
}

/**
 * Anyone with the link can download the file. Rejects with an `ApiError` if n8n no longer has it.
 *
 * @param expiresAfter a duration such as `1 day`
 */
export type CreateLink = (file: IBinaryData, expiresAfter: string) => Promise<LinkedFile>;

/** One item's parameters, with their expressions resolved. */
export interface ItemParameters extends ChannelParameters {
	input: IDataObject;
	/** The item's files, which n8n calls binary data. */
	files: IBinaryKeyData;
	/** Missing in n8n releases without signed links. */
	createLink: CreateLink | undefined;
	/** The workflow's time zone, e.g. `Europe/Madrid`. */
	timeZone: string;
}
