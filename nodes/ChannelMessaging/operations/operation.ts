import { type IDataObject, type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import type { Channel } from '../client/channel';
import type { UpsertTarget } from '../contacts/contactLookup';
import type { ContactReference, CustomFieldReference } from '../phoneNumbers/customFieldReference';
import { type ItemOptions, optionsField, readItemOptions } from '../parameters/options';
import type { ItemParameters } from '../parameters/parameter';
import { phoneNumberOptions } from '../parameters/phoneNumberOptions';
import type { LinkTo, Question } from '../sendAndWait/question';

export type Resource = 'contact' | 'message';

/**
 * The effect of running an item again: none (`reads`), the same result (`harmless`), or an effect
 * that `warning` describes to the user.
 */
type Repetition = 'reads' | 'harmless' | { warning: string };

/**
 * An operation for one item, with validated parameters. `perform` returns the item's output, or
 * rejects with an `ApiError`.
 */
type PreparedOperation = {
	/** The custom fields to save or to search for, which hints can concern. */
	customFields?: readonly CustomFieldReference[];
} & (
	| {
			kind: 'simple';
			perform(channel: Channel): Promise<IDataObject[]>;
	  }
	| {
			kind: 'contact';
			contact: ContactReference;
			/** Whether to check the item without sending a message. */
			checksOnly?: boolean;
			/** Whether the item sends several messages. They share its idempotency key. */
			sendsSeveral?: boolean;
			/** Whether a message contains a link to a file in n8n. */
			sendsFileLink?: boolean;
			/** Contacts with one of these tags are skipped. */
			skipIfTagged?: readonly string[] | undefined;
			/** The question that the message asks. The execution then waits for the contact's answer. */
			question?: Question;
			perform(channel: Channel, contactId: string, linkTo: LinkTo): Promise<IDataObject[]>;
	  }
	/** An operation that creates a contact, or updates it if it exists. */
	| {
			kind: 'upsert';
			match: CustomFieldReference;
			perform(channel: Channel, target: UpsertTarget): Promise<IDataObject[]>;
	  }
);

export type PreparedItem = ItemOptions & PreparedOperation;

/** An operation in the editor's list, and its implementation. */
export interface Operation {
	resource: Resource;
	/** The operation's value in the JSON of a workflow. */
	value: string;
	/** The label in the list of operations, in title case and without the resource. */
	name: string;
	/** The label in the node panel, in sentence case, such as `Send message`. */
	action: string;
	description: string;
	/** How errors and hints refer to items: a plural noun, and what happened to them. */
	wording: { noun: string; pastParticiple: string };
	repetition: Repetition;
	/** The operation's parameters. `defineOperation` adds the `displayOptions`. */
	properties: INodeProperties[];
	/**
	 * Reads and validates one item without sending requests. Throws `ParameterError` if a parameter
	 * is invalid.
	 */
	prepare(parameters: ItemParameters): PreparedItem;
}

interface Definition extends Omit<Operation, 'prepare'> {
	/** The operation's options, in addition to the options of all operations. */
	options?: readonly INodeProperties[];
	prepare(parameters: ItemParameters): PreparedOperation;
}

/**
 * Returns an operation whose parameters are shown only if the operation is selected. *Options* is
 * the last parameter.
 */
export function defineOperation({ options = [], prepare, ...operation }: Definition): Operation {
	const show = { resource: [operation.resource], operation: [operation.value] };
	const properties = [...operation.properties, optionsField([...options, ...phoneNumberOptions])];
	return {
		...operation,
		properties: updateDisplayOptions({ show }, properties),
		prepare: (parameters) => ({
			...prepare(parameters),
			...readItemOptions(parameters, options),
		}),
	};
}
