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

/** One item with validated parameters. `perform` rejects with an `ApiError`. */
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
			/** Checks the item without sending a message. */
			checksOnly?: boolean;
			/** Whether the item sends several messages. They share its idempotency key. */
			sendsSeveral?: boolean;
			sendsFileLink?: boolean;
			/** Contacts with one of these tags are skipped. */
			skipIfTagged?: readonly string[] | undefined;
			/** The question that the message asks. The execution then waits for the contact's answer. */
			question?: Question;
			/** @param contactName is `undefined` for an ID, except in a test */
			perform(
				channel: Channel,
				contactId: string,
				linkTo: LinkTo,
				contactName?: string,
			): Promise<IDataObject[]>;
	  }
	| {
			kind: 'upsert';
			match: CustomFieldReference;
			perform(channel: Channel, target: UpsertTarget): Promise<IDataObject[]>;
	  }
);

export type PreparedItem = ItemOptions & PreparedOperation;

export interface Operation {
	resource: Resource;
	/** Is saved in workflows. */
	value: string;
	/** In title case and without the resource. */
	name: string;
	/** In sentence case, such as `Send message`. */
	action: string;
	description: string;
	/** How errors and hints refer to items: a plural noun, and what happened to them. */
	wording: { noun: string; pastParticiple: string };
	repetition: Repetition;
	/** `defineOperation` adds the `displayOptions`. */
	properties: INodeProperties[];
	/** Sends no requests. Throws `ParameterError` if a parameter is invalid. */
	prepare(parameters: ItemParameters): PreparedItem;
}

interface Definition extends Omit<Operation, 'prepare'> {
	/** In addition to the options of all operations. */
	options?: readonly INodeProperties[];
	prepare(parameters: ItemParameters): PreparedOperation;
}

/** Shows the parameters only if the operation is selected. *Options* is the last parameter. */
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
