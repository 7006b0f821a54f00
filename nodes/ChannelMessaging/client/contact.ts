import type { IDataObject } from 'n8n-workflow';

/** A contact as returned by the service, without validation (section 2, Contact). */
export type Contact = IDataObject;
