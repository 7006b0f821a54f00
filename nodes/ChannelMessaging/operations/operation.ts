import { type IDataObject, type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import type { Channel } from '../client/channel';
import type { Match } from '../contacts/contactLookup';
import type { ContactReference, CustomFieldReference } from '../contacts/findContact';
import { type ItemOptions, optionsField, readItemOptions } from '../parameters/options';
import type { ItemParameters } from '../parameters/parameter';
import { phoneNumberOptions } from '../parameters/phoneNumberOptions';
import type { LinkTo, Question } from '../sendAndWait/question';

export type Resource = 'contact' | 'message';

/**
 * The effect of running an item again. `reads`: nothing changes. `harmless`: the result is the
 * same. `warning`: text that describes other effects to the user.
 */
type Repetition = 'reads' | 'harmless' | { warning: string };

/**
 * The operation of one item, with validated parameters. `perform` returns the item's output, and
 * rejects with an `ApiError`.
 */
type PreparedOperation =
	| {
			kind: 'simple';
			/** @param onOtherSpelling called with a contact's phone number if its format differs */
			perform(
				channel: Channel,
				onOtherSpelling?: (spelling: string) => void,
			): Promise<IDataObject[]>;
	  }
	| {
			kind: 'contact';
			contact: ContactReference;
			/** Whether the item is only checked, without sending a message. */
			checksOnly?: boolean;
			perform(channel: Channel, contactId: string): Promise<IDataObject[]>;
	  }
	/** Sends a question. The execution then waits for the contact's answer. */
	| {
			kind: 'question';
			contact: ContactReference;
			question: Question;
			perform(channel: Channel, contactId: string, linkTo: LinkTo): Promise<IDataObject[]>;
	  }
	/** Creates a contact, or updates it if it exists. */
	| {
			kind: 'upsert';
			match: CustomFieldReference;
			perform(channel: Channel, match: Match): Promise<IDataObject[]>;
	  };

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
	/** The words for items in errors and hints, such as `messages` and `sent`. */
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
	/** Options in addition to the ones that all operations have. */
	options?: readonly INodeProperties[];
	prepare(parameters: ItemParameters): PreparedOperation;
}

/**
 * Returns an operation whose parameters are visible only if the operation is selected. *Options* is
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
