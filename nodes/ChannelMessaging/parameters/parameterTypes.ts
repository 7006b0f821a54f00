import type { IBinaryData, IDataObject, INodeProperties, INodeTypeDescription } from 'n8n-workflow';

import type { ChannelCredential } from '../client/credential';
import type { LinkedFile } from '../client/message';

// Terms in this folder:
//
// field       The definition of a parameter in the editor, such as `tagsOption`.
// option      A field in the collection 'Options'.
// parameter   The value of a field for one item, together with its label: `ParameterValue`.
// set         The parameters of a node, a collection, or one row: `ParameterSet`.
// entry       A text or a custom field that the user enters in a row, in a text list, or as JSON.
// assignment  An entry for a custom field, before validation.
// reference   A valid custom field and its value, to save or to search for: `CustomFieldReference`.

/** The value is `unknown`, because any parameter can contain an expression. */
export interface ParameterValue {
	value: unknown;
	/** The subject of error messages. It includes the parameter's label in quotes. */
	label: string;
	/** The entered value before expressions are resolved, if known. */
	raw?: unknown;
	evaluate?: Evaluate | undefined;
}

/**
 * Evaluates an expression such as `{{ $json.name }}`. Throws if the expression is invalid.
 */
export type Evaluate = (expression: string) => unknown;

// Hint types that n8n's AI builder supports since 2.41. Older releases ignore the hints and don't
// define the types.

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

/** Parameters that can contain phone numbers, whose format is set in the credential. */
export interface ChannelParameters extends ParameterSet {
	credential: ChannelCredential;
}

/**
 * Creates a link that lets anyone download the file. Rejects with an `ApiError` if n8n no longer
 * has the file.
 *
 * @param expiresAfter a duration such as `1 day`
 */
export type CreateLink = (file: IBinaryData, expiresAfter: string) => Promise<LinkedFile>;

/** The parameters of one item, with expressions resolved. */
export interface ItemParameters extends ChannelParameters {
	input: IDataObject;
	/**
	 * The item's files, by name. n8n calls them binary data. Code nodes can return anything as a
	 * file.
	 */
	files: IDataObject;
	/** Creates links to files. `undefined` in n8n releases without signed links. */
	createLink: CreateLink | undefined;
	/** The workflow's time zone, such as `Europe/Madrid`. */
	timeZone: string;
}
