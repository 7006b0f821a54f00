import { type IDataObject, type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import type { Channel } from '../client/channel';
import type { ChatSession } from '../chat/chatSession';
import type { UpsertTarget } from '../contacts/contactLookup';
import type { KeptData } from '../contacts/keptData';
import type { KnownContact } from '../contacts/findContacts';
import type { ContactReference, CustomFieldReference } from '../phoneNumbers/customFieldReference';
import { optionsField } from '../parameters/options';
import type { ItemParameters } from '../parameters/parameterTypes';
import type { TagToSkip } from '../parameters/tags';
import { phoneNumberOptions } from '../parameters/phoneNumberOptions';
import type { LinkTo, Question } from '../sendAndWait/question';

export type Resource = 'contact' | 'message';

/**
 * The effect of running an item again: none (`reads`), the same result (`harmless`), or the one in
 * `warning`, which users see. `ifUnknown` is for a model whose call has an unknown outcome.
 */
export type Repetition = 'reads' | 'harmless' | { warning: string; ifUnknown: string };

/** One item, validated. `perform` only rejects with an `ApiError`. */
export type PreparedOperation = {
	/** Hints report problems with these, e.g. invalid phone numbers. */
	customFields?: readonly CustomFieldReference[];
} & (
	| {
			kind: 'simple';
			perform(execution: {
				channel: Channel;
				kept?: KeptData;
				addHint?: (hint: string) => void;
			}): Promise<IDataObject[]>;
	  }
	| {
			kind: 'contact';
			contact: ContactReference;
			/** Validate only, send nothing. */
			checksOnly?: boolean;
			/** All of them share the item's idempotency key. Default: 1. */
			messageCount?: number;
			/** Sum of the delays between the messages. */
			pausesMs?: number;
			sendsFileLink?: boolean;
			/** For tools: send even if an equal message was sent recently. */
			sendsEqualMessages?: boolean;
			/** A probable mistake. Only set in a test. */
			doubtfulText?: Error | undefined;
			/** An expression that returned nothing. */
			emptyExpression?: string | undefined;
			/** Whether the output shows who the contact is, and how it was found. */
			namesContact?: boolean;
			tagsToSkip?: readonly TagToSkip[];
			/** If set, the execution waits for the answer. */
			question?: Question;
			perform(execution: {
				channel: Channel;
				contactId: string;
				/** Unset for contacts by ID, except in a test. */
				contact: Pick<KnownContact, 'fieldNames' | 'name'> | undefined;
				linkTo: LinkTo;
				openChat: () => ChatSession;
			}): Promise<IDataObject[]>;
	  }
	| {
			kind: 'upsert';
			match: CustomFieldReference;
			perform(execution: { channel: Channel; target: UpsertTarget }): Promise<IDataObject[]>;
	  }
);

export interface Operation {
	resource: Resource;
	/** Part of saved workflows. Never change it. */
	value: string;
	/** Title case, without the resource. */
	name: string;
	/** Sentence case: `Send message`. */
	action: string;
	description: string;
	/** Terms for error messages and hints, e.g. `messages` and `sent`. */
	wording: { noun: string; pastParticiple: string };
	repetition: Repetition;
	/**
	 * The reason why this can't be a tool, and an alternative. The editor hides the operation in
	 * tools; if one uses it anyway, it fails with these texts.
	 */
	notInTools?: { message: string; advice: string };
	/** Parameters without `displayOptions` for the operation (`defineOperation` adds them). */
	properties: INodeProperties[];
	/** Options in addition to those of all operations. */
	options: readonly INodeProperties[];
	/** Sends nothing. Throws `ParameterError`. */
	prepare(parameters: ItemParameters): PreparedOperation;
}

type Definition = Omit<Operation, 'options'> & Partial<Pick<Operation, 'options'>>;

/**
 * Restricts the parameters to the operation with `displayOptions`, and adds *Options* at the end.
 */
export function defineOperation({ options = [], ...operation }: Definition): Operation {
	const show = { resource: [operation.resource], operation: [operation.value] };
	const properties = [...operation.properties, optionsField([...options, ...phoneNumberOptions])];
	return {
		...operation,
		options,
		properties: updateDisplayOptions({ show }, properties),
	};
}
