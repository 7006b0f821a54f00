import { type IDataObject, type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import type { Channel } from '../client/channel';
import type { ChatSession } from '../chat/chatSession';
import type { UpsertTarget } from '../contacts/lockedUpsert';
import type { MemoryUse } from '../contacts/memoryUse';
import type { ContactSummary } from '../contacts/contactSummary';
import type { CustomFieldReference } from '../customFieldValues/customFieldReference';
import type { ContactReference } from '../customFieldValues/contactReference';
import { optionsField } from '../parameters/optionsCollection';
import type { ItemParameters } from '../parameters/parameterTypes';
import type { TagToSkip } from '../parameters/skipIfTagged';
import { phoneNumberOptions } from '../parameters/defaultCountry';
import type { LinkTo, Question } from '../sendAndWait/question';

export type Resource = 'contact' | 'message';

/**
 * The effect of running an item again: nothing changes (`reads`), the result is the same
 * (`harmless`), or the effect is described to users by `warning`. If the outcome is unknown, the
 * error contains `possibleEffect`, and a model also receives `instruction`.
 */
export type Repetition =
	| 'reads'
	| 'harmless'
	| { warning: string; possibleEffect: string; instruction: string };

/** A validated item. `perform` rejects only with an `ApiError`. */
export type PreparedOperation = {
	/** Custom fields whose problems, such as invalid phone numbers, are reported in hints. */
	customFields?: readonly CustomFieldReference[];
} & (
	| {
			kind: 'simple';
			perform(execution: {
				channel: Channel;
				memory?: MemoryUse;
				addHint?: (hint: string) => void;
			}): Promise<IDataObject[]>;
	  }
	| {
			kind: 'contact';
			contact: ContactReference;
			/** Whether to validate the item without sending anything. */
			checksOnly?: boolean;
			/** The number of messages that share the item's idempotency key. Defaults to 1. */
			messageCount?: number;
			/** The delays before each of the further messages. */
			delaysMs?: readonly number[];
			sendsFileLink?: boolean;
			/** Whether a tool sends a message even if it recently sent an identical message. */
			sendsIdenticalMessages?: boolean;
			/**
			 * A probable mistake in the text. Set only by *Test Without Sending*; otherwise, the error is
			 * thrown.
			 */
			doubtfulText?: Error | undefined;
			/** An expression within the text whose result is empty. */
			emptyExpression?: string | undefined;
			/** Whether the output includes the contact and how it was found. */
			namesContact?: boolean;
			tagsToSkip?: readonly TagToSkip[];
			/** The provider's ID for the chat message that the item passes on. */
			chatMessageId?: string | undefined;
			/** The question that the item asks. If set, the execution waits for an answer. */
			question?: Question;
			perform(execution: {
				channel: Channel;
				contactId: string;
				/** The item's contact. `undefined` if the contact was selected by ID, unless this is a test. */
				contact: Pick<ContactSummary, 'fieldNames' | 'name'> | undefined;
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
	/** The value that identifies the operation in saved workflows, so it must never change. */
	value: string;
	/** The operation's name in title case, without the resource. */
	name: string;
	/** The action's name in sentence case, such as `Send message`. */
	action: string;
	description: string;
	/** Words for error messages and hints, such as `messages` and `sent`. */
	wording: { noun: string; pastParticiple: string };
	repetition: Repetition;
	/**
	 * Explains why the operation isn't available in tools and suggests an alternative. The editor
	 * hides the operation in tools. If a tool uses the operation anyway, its executions fail with this
	 * message and advice.
	 */
	notInTools?: { message: string; advice: string };
	/**
	 * The operation's parameters. `defineOperation` adds `displayOptions` so that they are shown only
	 * for this operation.
	 */
	properties: INodeProperties[];
	/** The operation's options, in addition to those that all operations have. */
	options: readonly INodeProperties[];
	/**
	 * Validates the parameters without sending anything. Throws a `ParameterError` if they are
	 * invalid.
	 */
	prepare(parameters: ItemParameters): PreparedOperation;
}

type Definition = Omit<Operation, 'options'> & Partial<Pick<Operation, 'options'>>;

/**
 * Sets `displayOptions` so that the parameters are shown only for this operation, and adds
 * *Options* at the end.
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
