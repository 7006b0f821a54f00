import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Channel } from '../channel/channel';
import type { ContactReference, CustomFieldReference } from '../contacts/contactReference';
import type { Match } from '../contacts/matchContact';
import type { CallSettings } from '../delivery/place';
import type { ItemParameters } from '../fields/itemParameters';

export type Resource = 'contact' | 'message';

/**
 * What doing an item again means: nothing at all, the same once more, or a second message or contact,
 * of which people are warned.
 */
export type Repetition = 'reads' | 'harmless' | { warning: string };

/** What one item asks for, read and found valid. Holds no reference to n8n. */
export interface Plan {
	settings: CallSettings;
}

/** A plan for a contact that must exist. */
export interface ContactPlan extends Plan {
	contact: ContactReference;
}

/** A plan for a contact that may exist. */
export interface MatchPlan extends Plan {
	match: CustomFieldReference;
}

/** What an operation's file says, whatever its items ask for. */
interface Description {
	resource: Resource;
	/** The value in the workflow's JSON. */
	value: string;
	/** Title Case, without the resource. */
	name: string;
	/** Sentence case, with the resource, without articles. */
	action: string;
	description: string;
	/** How a run that was stopped speaks of its items: `messages` that were `sent`. */
	wording: { things: string; participle: string };
	repetition: Repetition;
	/** Shown for this operation only; displayOptions are derived. */
	properties: INodeProperties[];
}

/** Reading touches no network. Throws a `ParameterFault`. */
type Read<OperationPlan extends Plan> = (parameters: ItemParameters) => OperationPlan;

/** An operation as its file describes it. */
interface OperationFile<OperationPlan extends Plan> extends Description {
	read: Read<OperationPlan>;
	/** Touches no parameters. Gives the output of one item; rejects with a `ChannelFailure`. */
	perform(channel: Channel, plan: OperationPlan): Promise<IDataObject[]>;
}

interface ContactOperationFile<OperationPlan extends ContactPlan> extends Description {
	read: Read<OperationPlan>;
	/** Like an operation's, once the contact is known. */
	perform(channel: Channel, contactId: string, plan: OperationPlan): Promise<IDataObject[]>;
}

interface MatchOperationFile<OperationPlan extends MatchPlan> extends Description {
	read: Read<OperationPlan>;
	/** Like an operation's, once it is known whether the contact exists. */
	perform(channel: Channel, match: Match, plan: OperationPlan): Promise<IDataObject[]>;
}

/** An item that has been read: all that is left is to find its contact, if it has one, and do it. */
export type PreparedItem = { settings: CallSettings } & (
	| { kind: 'forNobody'; perform(channel: Channel): Promise<IDataObject[]> }
	| {
			kind: 'forContact';
			contact: ContactReference;
			perform(channel: Channel, contactId: string): Promise<IDataObject[]>;
	  }
	| {
			kind: 'forMatch';
			match: CustomFieldReference;
			perform(channel: Channel, match: Match): Promise<IDataObject[]>;
	  }
);

/** An operation as the node uses it: what it reads from an item is its own affair. */
export interface Operation extends Description {
	prepare(parameters: ItemParameters): PreparedItem;
}

/** Makes a table entry of an operation that needs no contact. */
export function defineOperation<OperationPlan extends Plan>(
	file: OperationFile<OperationPlan>,
): Operation {
	return tableEntry(file, (parameters) => {
		const plan = file.read(parameters);
		return {
			kind: 'forNobody',
			settings: plan.settings,
			perform: async (channel) => await file.perform(channel, plan),
		};
	});
}

/** Makes a table entry of an operation on a contact: its calls keep the contact's order. */
export function defineContactOperation<OperationPlan extends ContactPlan>(
	file: ContactOperationFile<OperationPlan>,
): Operation {
	return tableEntry(file, (parameters) => {
		const plan = file.read(parameters);
		return {
			kind: 'forContact',
			contact: plan.contact,
			settings: plan.settings,
			perform: async (channel, contactId) => await file.perform(channel, contactId, plan),
		};
	});
}

/** Makes a table entry of an operation on a contact that may have to be created. */
export function defineMatchOperation<OperationPlan extends MatchPlan>(
	file: MatchOperationFile<OperationPlan>,
): Operation {
	return tableEntry(file, (parameters) => {
		const plan = file.read(parameters);
		return {
			kind: 'forMatch',
			match: plan.match,
			settings: plan.settings,
			perform: async (channel, match) => await file.perform(channel, match, plan),
		};
	});
}

function tableEntry(description: Description, prepare: Operation['prepare']): Operation {
	const { resource, value, name, action, description: text, properties } = description;
	const { wording, repetition } = description;
	const shown = { resource: [resource], operation: [value] };
	return {
		resource,
		value,
		name,
		action,
		description: text,
		wording,
		repetition,
		properties: properties.map((property) => ({
			...property,
			displayOptions: {
				...property.displayOptions,
				show: { ...shown, ...property.displayOptions?.show },
			},
		})),
		prepare,
	};
}
