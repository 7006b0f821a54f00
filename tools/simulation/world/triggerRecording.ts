import type { IDataObject, WorkflowActivateMode } from 'n8n-workflow';

import type { ContactStore } from '../../../test/support/service/contacts/contactStore';
import type { TriggerHistory, TriggerSettings } from '../history/triggerHistory';
import type { RecordedRequest } from './recording';

/**
 * An observation of one trigger in one process, by the service or n8n. Times are since the epoch.
 * Overlapping polls have different contexts, which are numbered.
 */
export type TriggerFact = TriggerObservation & {
	at: number;
	trigger: number;
	process: number;
	context: number;
};

export type TriggerObservation =
	| {
			kind: 'pollStarts';
			settings: TriggerSettings;
			/** The token of the channel. */
			token: string;
			/** The number of the loaded workflow, which all triggers of a publication share. */
			workflow: number;
			/** The number of the saved static data that the poll can read. 0: none. */
			saved: number;
			/** Set if the poll activates the workflow. */
			activation: WorkflowActivateMode | undefined;
	  }
	| { kind: 'request'; request: RecordedRequest }
	| {
			kind: 'pollEnds';
			events: readonly IDataObject[];
			error: string | undefined;
			/** Whether n8n discards the result. */
			isDiscarded: boolean;
	  }
	/** n8n has saved changed static data of the trigger. */
	| { kind: 'saved'; saved: number }
	/** The process ended, and its memory is lost. */
	| { kind: 'processEnds' };

/** Everything that the service and n8n saw. The oracle uses nothing else. */
export interface TriggerRecording {
	history: TriggerHistory;
	/** In the order of time. */
	facts: readonly TriggerFact[];
	/** The contacts of each channel, with all versions. Maps the channel's token. */
	contacts: ReadonlyMap<string, ContactStore>;
	/** When changes and the repair of faults ended. */
	quietSince: number;
	/** The numbers of pages that fail until the end. */
	failingPages: readonly number[];
	endedAt: number;
}
