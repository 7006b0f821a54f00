import type { IDataObject } from 'n8n-workflow';

import type { ChannelName, TriggerSettings } from './history';

/** A contact in a response whose status is exactly the searched one. */
export interface ShownContact {
	readonly id: string;
	readonly content: Content;
}

/** The custom fields and tags of a contact that has values. */
export interface Content {
	readonly custom_fields: Readonly<Record<string, string>>;
	readonly tags: readonly string[];
}

/** What the service and n8n saw, in the order of time. The oracle uses nothing else. */
export type Fact = { at: number; trigger: number } & (
	| {
			kind: 'pollStarts';
			process: number;
			settings: TriggerSettings;
			channel: ChannelName;
			/** The number of the saved static data that the poll can read. 0: none. */
			saved: number;
	  }
	| { kind: 'failedRequest'; process: number; failure: string }
	| {
			kind: 'page';
			process: number;
			page: number;
			isLast: boolean;
			shown: readonly ShownContact[];
			/** Whether the page has contacts, and all of them lack the searched field. */
			lacksField: boolean;
	  }
	| { kind: 'lookup'; process: number; id: string; result: 'deleted' | 'unclear' | ShownContact }
	| { kind: 'pollEnds'; process: number; events: readonly IDataObject[]; error: string | undefined }
	/** n8n has saved changed static data of the trigger. */
	| { kind: 'saved'; process: number; saved: number }
	/** A process ended, and its memory is lost. */
	| { kind: 'processEnds'; process: number }
);
