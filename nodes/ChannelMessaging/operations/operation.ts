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
 * The effect of running an item twice: no effect (`reads`), the same result (`harmless`), or an
 * effect that `warning` describes to the user. `ifUnknown` instructs an AI model whose tool call has
 * an unknown outcome.
 */
export type Repetition = 'reads' | 'harmless' | { warning: string; ifUnknown: string };

/**
 * An operation with the validated parameters of one item. `perform` rejects only with an
 * `ApiError`.
 */
export type PreparedOperation = {
	/** Custom fields for which hints report problems, such as invalid phone numbers. */
	customFields?: readonly CustomFieldReference[];
} & (
	| {
			kind: 'simple';
			/** @param addHint adds a hint for the user */
			perform(
				channel: Channel,
				kept?: KeptData,
				addHint?: (hint: string) => void,
			): Promise<IDataObject[]>;
	  }
	| {
			kind: 'contact';
			contact: ContactReference;
			/** Whether to validate the item without sending a message. */
			checksOnly?: boolean;
			/** The number of the item's messages, which share its idempotency key. Default: 1. */
			messageCount?: number;
			/** The sum of the delays between the messages. */
			pausesMs?: number;
			sendsFileLink?: boolean;
			/** Whether a tool may resend a message that it recently sent to the contact. */
			sendsEqualMessages?: boolean;
			/** The error for a text with a probable mistake. Only set during a test. */
			doubtfulText?: Error | undefined;
			/** An expression in a text that returned nothing. */
			emptyExpression?: string | undefined;
			/** Whether the output contains the contact's name, and the value by which it was found. */
			namesContact?: boolean;
			/** Contacts with any of these tags receive no message. */
			tagsToSkip?: readonly TagToSkip[];
			/**
			 * The question that the message asks. After sending it, the execution waits for an
			 * answer.
			 */
			question?: Question;
			/**
			 * @param contact `undefined` unless the contact was found by value, or read during a
			 * test
			 */
			perform(
				channel: Channel,
				contactId: string,
				linkTo: LinkTo,
				contact: Pick<KnownContact, 'fieldNames' | 'name'> | undefined,
				openChat: () => ChatSession,
			): Promise<IDataObject[]>;
	  }
	| {
			kind: 'upsert';
			match: CustomFieldReference;
			perform(channel: Channel, target: UpsertTarget): Promise<IDataObject[]>;
	  }
);

export interface Operation {
	resource: Resource;
	/** The operation's ID in saved workflows, which must not change. */
	value: string;
	/** The label in title case, without the resource's name. */
	name: string;
	/** The label in sentence case, such as `Send message`. */
	action: string;
	description: string;
	/** The terms for items in error messages and hints, such as `messages` and `sent`. */
	wording: { noun: string; pastParticiple: string };
	repetition: Repetition;
	/**
	 * Why AI agents can't use the operation as a tool, and what to do instead. The editor hides the
	 * operation in tools, and a tool that uses it fails with these texts.
	 */
	notInTools?: { message: string; advice: string };
	/** The parameters, without `displayOptions` for the operation, which `defineOperation` adds. */
	properties: INodeProperties[];
	/** The operation's own options, in addition to those that all operations have. */
	options: readonly INodeProperties[];
	/**
	 * Validates an item without sending requests. Throws `ParameterError` if a parameter is
	 * invalid.
	 */
	prepare(parameters: ItemParameters): PreparedOperation;
}

type Definition = Omit<Operation, 'options'> & Partial<Pick<Operation, 'options'>>;

/**
 * Adds `displayOptions`, so that the editor shows the parameters only if the operation is selected.
 * Adds *Options* as the last parameter.
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
