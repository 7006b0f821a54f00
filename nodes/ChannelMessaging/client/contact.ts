import type { IDataObject } from 'n8n-workflow';

/** A contact as returned by the service, without validation (section 2, Contact). */
export type Contact = IDataObject;

export interface ContactPage {
	contacts: Contact[];
	bytes: number;
	hasNext: boolean;
	/** The total across all pages, as reported by the service. */
	total?: number;
}
