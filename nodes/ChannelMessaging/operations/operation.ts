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
 * The effect of running an item again: nothing changes (`reads`), the result is the same
 * (`harmless`), or the effect that `warning` describes to users. `ifUnknown` tells a model how to
 * proceed if the outcome of its call is unknown.
 */
export type Repetition = 'reads' | 'harmless' | { warning: string; ifUnknown: string };

/** A validated item. `perform` only rejects with an `ApiError`. */
export type PreparedOperation = {
	/** The custom fields whose problems, such as invalid phone numbers, are reported in hints. */
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
			/** Whether to only validate the item, without sending anything. */
			checksOnly?: boolean;
			/** The number of messages, which share the item's idempotency key. The default is 1. */
			messageCount?: number;
			/** The sum of the delays between the messages. */
			pausesMs?: number;
			sendsFileLink?: boolean;
			/** Whether a tool sends a message even if it recently sent an equal one. */
			sendsEqualMessages?: boolean;
			/**
			 * A probable mistake in the text. It is only set in a test, because other executions throw
			 * it.
			 */
			doubtfulText?: Error | undefined;
			/** An expression that added nothing to the text. */
			emptyExpression?: string | undefined;
			/** Whether the output shows who the contact is and how it was found. */
			namesContact?: boolean;
			tagsToSkip?: readonly TagToSkip[];
			/** If it is set, the execution waits for the answer. */
			question?: Question;
			perform(execution: {
				channel: Channel;
				contactId: string;
				/** The contact, or `undefined` if it was selected by ID and this isn't a test. */
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
	/** Saved workflows contain this value, so it must never change. */
	value: string;
	/** The name in title case, without the resource. */
	name: string;
	/** The action in sentence case, such as `Send message`. */
	action: string;
	description: string;
	/** The terms for error messages and hints, such as `messages` and `sent`. */
	wording: { noun: string; pastParticiple: string };
	repetition: Repetition;
	/**
	 * Explains why the operation can't be used as a tool, and suggests an alternative. The editor
	 * hides the operation in tools. If a tool uses it anyway, it fails with these texts.
	 */
	notInTools?: { message: string; advice: string };
	/** The parameters, to which `defineOperation` adds `displayOptions` for the operation. */
	properties: INodeProperties[];
	/** The operation's own options, in addition to the options that all operations have. */
	options: readonly INodeProperties[];
	/**
	 * Validates the parameters without sending anything. Throws a `ParameterError` if they are
	 * invalid.
	 */
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
