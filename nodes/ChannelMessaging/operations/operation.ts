import type { IDataObject, INodeProperties } from 'n8n-workflow';

import type { Channel } from '../channel/channel';
import type { CallSettings } from '../delivery/place';
import type { ItemParameters } from '../fields/itemParameters';

export type Resource = 'contact' | 'message';

/** What one item asks for, read and found valid. Holds no reference to n8n. */
export interface Plan {
	/** The contact whose calls must keep their order; undefined where no contact is known yet. */
	contactId?: string;
	settings: CallSettings;
}

/** An operation as its file describes it. */
interface OperationFile<OperationPlan extends Plan> {
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
	/** Shown for this operation only; displayOptions are derived. */
	properties: INodeProperties[];
	/** Touches no network. Throws a `ParameterFault`. */
	read(parameters: ItemParameters): OperationPlan;
	/** Touches no parameters. Gives the output of one item; rejects with a `ChannelFailure`. */
	perform(channel: Channel, plan: OperationPlan): Promise<IDataObject[]>;
}

/** An item that has been read: all that is left is to do it. */
export interface PreparedItem {
	contactId: string | undefined;
	settings: CallSettings;
	perform(channel: Channel): Promise<IDataObject[]>;
}

/** An operation as the node uses it: what it reads from an item is its own affair. */
export interface Operation
	extends Pick<
		OperationFile<Plan>,
		'resource' | 'value' | 'name' | 'action' | 'description' | 'wording' | 'properties'
	> {
	prepare(parameters: ItemParameters): PreparedItem;
}

/** Makes a table entry of an operation's file. */
export function defineOperation<OperationPlan extends Plan>(
	file: OperationFile<OperationPlan>,
): Operation {
	const { resource, value, name, action, description, wording } = file;
	const displayOptions = { show: { resource: [resource], operation: [value] } };
	return {
		resource,
		value,
		name,
		action,
		description,
		wording,
		properties: file.properties.map((property) => ({
			...property,
			displayOptions: {
				...property.displayOptions,
				show: { ...displayOptions.show, ...property.displayOptions?.show },
			},
		})),
		prepare(parameters) {
			const plan = file.read(parameters);
			return {
				contactId: plan.contactId,
				settings: plan.settings,
				perform: async (channel) => await file.perform(channel, plan),
			};
		},
	};
}
