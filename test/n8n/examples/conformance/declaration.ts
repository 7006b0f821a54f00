import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { StoredCredential } from '../../../support/n8n';
import type { Contact } from '../../../support/service';

/** A person to whom an example can send a message. */
export interface Person {
	/** Unique across all tests. */
	readonly number: number;
	readonly name: string;
	readonly phone: string;
	/** Missing if the person isn't a contact yet. */
	readonly contact?: Contact;
}

export type Scenario =
	| 'badRows'
	| 'neverMessageTagged'
	| 'optedOut'
	| 'sameDelivery'
	| 'serviceFails'
	| 'twoSpellings'
	| 'unclearEntry'
	| 'unknownOutcome'
	| 'webhookResponse';

/** A node that shows rows that weren't sent. */
export interface RowList {
	readonly node: string;
	/**
	 * Returns values of which an entry must contain one to identify the person's row. Default: the
	 * name, the phone number, and the contact's ID.
	 */
	readonly identity?: (person: Person) => readonly string[];
	/** Default: all items of the node. */
	readonly isUnsent?: (json: Readonly<Record<string, unknown>>) => boolean;
}

/** Resources that an example needs in addition to the service. */
export interface Resources {
	readonly credentials: readonly StoredCredential[];
	readonly close?: () => Promise<void>;
}

/** The trigger of an example, its data, and the recipients of its messages. */
export interface Declaration {
	readonly example: string;
	/** Distinguishes several triggers of an example. */
	readonly part?: string;
	/**
	 * A node whose output the suite replaces with rows, a tool whose arguments are a row of an MCP
	 * client, `webhook` for the example's own webhook, or `file` for a form with a CSV file.
	 */
	readonly input: { readonly node: string } | { readonly tool: string } | 'file' | 'webhook';
	/** Returns the body of a request to the example's own webhook. Default: the first row. */
	readonly body?: (rows: readonly IDataObject[]) => IDataObject;
	/** Starts the example's resources. */
	readonly resources?: () => Promise<Resources>;
	/** The sentence of the README if a second delivery of a rejected row may not be sent either. */
	readonly ignoresRepetition?: string;
	/**
	 * Whether each row is delivered on its own, so that a failed execution shows which row failed.
	 */
	readonly oneByOne?: true;
	/** Whether the people become contacts through the example. */
	readonly createsContacts?: true;
	/** Whether the example may change the custom fields of existing contacts. */
	readonly changesContacts?: true;
	/** The sentence of the README if messages that the credential's tags skip aren't listed. */
	readonly unlistedIfSkipped?: string;
	/** Other tags of contacts who receive nothing. */
	readonly skippedTag?: string;
	/** Returns a phone number as the example's source can contain it. Default: with punctuation. */
	readonly otherSpelling?: (phone: string) => string;
	/** Returns a complete row. Its key, if it has one, depends on the person only. */
	readonly row: (person: Person, phone: string) => IDataObject;
	/** Paths of the fields that can be wrong. */
	readonly fields: readonly string[];
	/** Fields that can be empty without consequences, because the example has another value. */
	readonly optional?: readonly string[];
	/** Fields without which nothing may be sent. */
	readonly decisive?: readonly string[];
	/** Fields with which the example ignores a row if they are wrong, and the sentence of its README. */
	readonly ignored?: Readonly<Record<string, string>>;
	/** Fields without which the example ignores a row, and the sentence of its README. */
	readonly ignoredIfEmpty?: Readonly<Record<string, string>>;
	readonly lists?: readonly RowList[];
	/**
	 * Returns whether the example has changed a contact for a person, if it sends no messages. By
	 * default, it has done its work if a message was sent.
	 */
	readonly isDone?: (contact: Contact, person: Person) => boolean;
	/** Changes that a user makes to the example, by node. */
	readonly parameters?: Readonly<Record<string, INodeParameters>>;
	/** Scenarios in which the example breaks a promise, and the sentence of its README. */
	readonly exceptions?: Readonly<Partial<Record<Scenario, string>>>;
}
