import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Channel } from '../client/channel';
import type { Match } from '../contacts/contactLookup';
import type { ContactReference, CustomFieldReference } from '../contacts/findContact';
import { type ItemOptions, optionsField, readItemOptions } from '../parameters/options';
import type { ItemParameters } from '../parameters/parameter';
import { phoneNumberOptions } from '../parameters/phoneNumberOptions';
import type { LinkTo, Question } from '../sendAndWait/question';

export type Resource = 'contact' | 'message';

/** What doing an item again does: nothing, the same again, or what the warning says. */
type Repetition = 'reads' | 'harmless' | { warning: string };

/**
 * What is left to do once an item has been read: to find its contact, if it has one, and to perform
 * it, without its parameters. `perform` gives the item's output, and rejects with an `ApiError`.
 */
type PreparedOperation =
	| {
			kind: 'simple';
			/** @param onOtherSpelling is called with a contact's phone number if it is spelled differently */
			perform(
				channel: Channel,
				onOtherSpelling?: (spelling: string) => void,
			): Promise<IDataObject[]>;
	  }
	| {
			kind: 'contact';
			contact: ContactReference;
			/** What the contact is asked; the execution waits for its answer then. */
			question?: Question;
			/** Whether it only tells what would be done. */
			checksOnly?: boolean;
			perform(channel: Channel, contactId: string, linkTo: LinkTo): Promise<IDataObject[]>;
	  }
	/** For a contact that may have to be created. */
	| {
			kind: 'upsert';
			match: CustomFieldReference;
			perform(channel: Channel, match: Match): Promise<IDataObject[]>;
	  };

/** An item that has been read and found valid. */
export type PreparedItem = ItemOptions & PreparedOperation;

/** An operation: one line of the editor's list, and what it does. */
export interface Operation {
	resource: Resource;
	/** The value in the workflow's JSON. */
	value: string;
	/** Title Case, without the resource. */
	name: string;
	/** Sentence case, with the resource, without articles. */
	action: string;
	description: string;
	/** How a run speaks of its items: `messages` that were `sent`. */
	wording: { things: string; participle: string };
	repetition: Repetition;
	/** Shown for this operation only; displayOptions are derived. */
	properties: INodeProperties[];
	/** Reads one item. Touches no network. Throws a `ParameterError`. */
	prepare(parameters: ItemParameters): PreparedItem;
}

interface Definition extends Omit<Operation, 'prepare'> {
	/** What its Options hold, beside those that every operation has. */
	options?: readonly INodeProperties[];
	prepare(parameters: ItemParameters): PreparedOperation;
}

/** Makes a table entry: its parameters are shown where the operation is chosen, its options last. */
export function defineOperation({ options = [], prepare, ...operation }: Definition): Operation {
	const shown = { resource: [operation.resource], operation: [operation.value] };
	const properties = [...operation.properties, optionsField([...options, ...phoneNumberOptions])];
	return {
		...operation,
		properties: properties.map((property) => ({
			...property,
			displayOptions: {
				...property.displayOptions,
				show: { ...shown, ...property.displayOptions?.show },
			},
		})),
		prepare: (parameters) => ({
			...prepare(parameters),
			...readItemOptions(parameters, options),
		}),
	};
}
