import Papa from 'papaparse';
import type { IDataObject } from 'n8n-workflow';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import {
	type Execution,
	type ExecutionSummary,
	hasEnded,
	postToWebhook,
	type StoredWorkflow,
	waitFor,
} from '../../../support/n8n';
import type { Contact } from '../../../support/service';
import { seedContacts } from '../../../support/service/contacts/seedContacts';
import { endForm, enterForm, importExample, pathOf, post } from '../importedExample';
import { callTool, connectToMcpServer } from '../mcpClient';
import type { Declaration, Person, Resources } from './declaration';
import { withInput } from './replaceInput';

/** More than the contacts of a scenario, so that no two scenarios have a contact with the same ID. */
const idsPerScenario = 1_000n;
let scenarioCount = 0n;
let personCount = 0;

/** Removes the service's limits, and creates contacts that no other scenario uses. */
function prepareService(): void {
	const { service } = testEnvironment();
	service.configure({ limits: { messagesPerSecond: null, contactRequestsPerMinute: null } });
	scenarioCount += 1n;
	service.contacts = seedContacts(0, 500_000_000n + scenarioCount * idsPerScenario);
}

/** The manual trigger that READMEs instruct users to execute once. */
const setUpTrigger = 'Before the first execution';

/** An entry for a row, as the user sees it. */
export interface Entry {
	/** Without the reason, which contains the name or number next to a wrong row, too. */
	readonly row: string;
	/** The message may have been sent, or wasn't sent. */
	readonly isUnclear: boolean;
}

/** The results that the user and the sender see after rows were delivered. */
export interface Report {
	/** Entries for rows that are shown as not sent, or as maybe sent. */
	readonly listed: readonly Entry[];
	/** Errors, and reasons of skipped items. Shown when a test fails. */
	readonly reasons: readonly string[];
	/** The status of the response to each request to the example's own webhook. */
	readonly statuses: readonly number[];
}

/** A published example, and the people of one scenario. */
export class RunningExample {
	private people: Person[] = [];

	private constructor(
		private readonly declaration: Declaration,
		private readonly workflow: StoredWorkflow,
		private readonly path: string,
		private readonly resources: Resources,
		private readonly mcpClient: Client | undefined,
	) {}

	static async publish(declaration: Declaration): Promise<RunningExample> {
		const { example, input, parameters = {}, resources: start } = declaration;
		const { client } = testEnvironment();
		prepareService();
		const path = `conformance-${String(scenarioCount)}`;
		const resources = (await start?.()) ?? { credentials: [] };
		const workflow = await importExample(example, {
			credentials: resources.credentials,
			parameters,
			// Birthdays are dates of UTC. By default, n8n's day is New York's.
			settings: { timezone: 'UTC' },
			...(typeof input === 'object' &&
				'node' in input && {
					change: (imported) => withInput(imported, input.node, path),
				}),
		});
		if (workflow.nodes.some(({ name }) => name === setUpTrigger)) {
			const id = await client.startWorkflow(workflow, setUpTrigger);
			expect(await client.waitForExecution(id)).toMatchObject({ status: 'success' });
		}
		await client.activateWorkflow(workflow.id);
		const callsTools = typeof input === 'object' && 'tool' in input;
		const mcpClient = callsTools ? await connectToMcpServer() : undefined;
		return new RunningExample(declaration, workflow, path, resources, mcpClient);
	}

	async unpublish(): Promise<void> {
		await this.mcpClient?.close();
		await testEnvironment().client.deactivateWorkflow(this.workflow.id);
		await this.resources.close?.();
	}

	/** Begins a scenario without people. */
	begin(): void {
		this.people = [];
		prepareService();
	}

	/** Returns a new person, who is a contact unless the example creates contacts. */
	person(
		tags: readonly string[] = [],
		isContact = this.declaration.createsContacts !== true,
	): Person {
		const { contacts } = testEnvironment().service;
		personCount += 1;
		const phone = `+1555010${String(personCount).padStart(4, '0')}`;
		const name = `Person${String(personCount)}`;
		// The example can change the name.
		const firstName = this.declaration.changesContacts === true ? `Stored ${name}` : name;
		const customerid = `C-${String(personCount)}`;
		const stored = { firstName, phone, customerid, locale: 'es_ES', timezone: 'UTC' };
		const assignments = Object.entries(stored).map(([field, value]) => ({ name: field, value }));
		const id = isContact ? contacts.create(assignments) : undefined;
		if (id !== undefined) contacts.addTags(id, tags);
		const contact = id === undefined ? undefined : contacts.get(id);
		const person = { number: personCount, name, phone, ...(contact && { contact }) };
		this.people.push(person);
		return person;
	}

	row(person: Person): IDataObject {
		return this.declaration.row(person, person.phone);
	}

	/** Returns a row that identifies the person in another spelling. */
	rowInOtherSpelling(person: Person): IDataObject {
		const { otherSpelling = withPunctuation, row } = this.declaration;
		return row(person, otherSpelling(person.phone));
	}

	/** Delivers rows, and reports when the executions have ended, or wait for an answer. */
	async deliver(rows: readonly IDataObject[]): Promise<Report> {
		const deliveries = this.declaration.oneByOne === true ? rows.map((row) => [row]) : [rows];
		if (this.mcpClient !== undefined) return await this.callTools(this.mcpClient, rows);
		return await this.reportOf(deliveries.length, async () => {
			return await Promise.all(deliveries.map((delivery) => this.deliverOnce(delivery)));
		});
	}

	/** Returns the number of messages per person. */
	messagesTo({ phone }: Person): number {
		const { contacts, messages } = testEnvironment().service;
		return messages.filter(
			({ contactId }) => contacts.get(contactId)?.custom_fields['phone'] === phone,
		).length;
	}

	isDone(person: Person): boolean {
		const { isDone } = this.declaration;
		if (isDone === undefined) return this.messagesTo(person) > 0;
		return testEnvironment()
			.service.contacts.all()
			.some((contact) => isDone(contact, person));
	}

	/** Returns whether one of the entries shows which row is the person's. */
	isListed(person: Person, listed: readonly Entry[]): boolean {
		const { contact, name, phone } = person;
		// An execution with one row shows its data.
		if (this.declaration.oneByOne === true) return listed.length > 0;
		const [identity] = (this.declaration.lists ?? []).flatMap((list) => list.identity ?? []);
		const values = identity?.(person) ?? [
			name,
			phone,
			...(contact === undefined ? [] : [contact.id]),
		];
		return listed.some(({ row }) => values.some((value) => containsWord(row, value)));
	}

	/**
	 * Expects that no person got two messages, or the message of another person, and that no message
	 * contains a mistake of the data.
	 */
	expectNoHarm(): void {
		const { contacts, messages } = testEnvironment().service;
		const twice = this.people.filter((person) => this.messagesTo(person) > 1);
		expect(twice.map(({ phone }) => phone)).toEqual([]);
		const texts = messages.map(({ item }) => JSON.stringify(item));
		const confused = messages.filter(({ contactId, item }) => {
			const phone = contacts.get(contactId)?.custom_fields['phone'];
			const others = this.people.filter((person) => person.phone !== phone);
			return others.some(({ name }) => containsWord(JSON.stringify(item), name));
		});
		expect(confused.map(({ item }) => item)).toEqual([]);
		expect(texts.filter((text) => /undefined|null|NaN|\[object|Invalid/.test(text))).toEqual([]);
		for (const { contact } of this.people) {
			if (contact !== undefined) this.expectKept(contact, contacts.get(contact.id));
		}
	}

	private expectKept({ custom_fields: before }: Contact, now: Contact | undefined): void {
		const after = now?.custom_fields ?? {};
		if (this.declaration.changesContacts !== true) expect(after).toMatchObject(before);
		const emptied = Object.keys(before).filter((field) =>
			/^\s*(undefined|null|\[object.*)?$/.test(after[field] ?? ''),
		);
		expect(emptied).toEqual([]);
	}

	/** Returns the status of the response if the example has a webhook. */
	private async deliverOnce(rows: readonly IDataObject[]): Promise<number[]> {
		const { body = ([row]) => row ?? {}, example, input } = this.declaration;
		if (input === 'webhook') {
			return [(await post(pathOf(example, 'webhook') ?? '', body(rows))).status];
		}
		if (input === 'file') await this.upload(rows);
		else await postToWebhook(testEnvironment().n8n.url, this.path, { rows });
		return [];
	}

	private async upload(rows: readonly IDataObject[]): Promise<void> {
		const file = new Blob([Papa.unparse([...rows])], { type: 'text/csv' });
		const path = pathOf(this.declaration.example, 'formTrigger') ?? '';
		const page = await enterForm(path, [this.path, file]);
		if (page !== '') await endForm(page);
	}

	/** Starts a number of executions, and waits until they have ended, or wait for an answer. */
	private async reportOf(count: number, start: () => Promise<number[][]>): Promise<Report> {
		const { client } = testEnvironment();
		const before = (await client.listExecutions(this.workflow.id)).length;
		const statuses = (await start()).flat();
		const started = await waitFor('the executions to end or to wait', async () => {
			const all = await client.listExecutions(this.workflow.id);
			const latest = all.slice(0, all.length - before);
			// n8n ends an execution some time after the last page of its form was closed.
			const isOver = (execution: ExecutionSummary) =>
				hasEnded(execution) ||
				(execution.status === 'waiting' && this.declaration.input !== 'file');
			return latest.length === count && latest.every(isOver) && latest;
		});
		const executions = await Promise.all(
			started.map(async (execution) =>
				execution.status === 'waiting'
					? { ...execution, nodeExecutions: {} }
					: await client.waitForExecution(execution.id),
			),
		);
		return {
			listed: executions.flatMap((execution) => this.listedIn(execution)),
			reasons: executions.flatMap((execution) => [
				...(execution.error === undefined ? [] : [execution.error.message]),
				...this.skippedIn(execution).map((json) => JSON.stringify(json)),
			]),
			statuses,
		};
	}

	/** Calls a tool for each row, and returns the results that the client's user sees. */
	private async callTools(client: Client, rows: readonly IDataObject[]): Promise<Report> {
		const { input } = this.declaration;
		const tool = typeof input === 'object' && 'tool' in input ? input.tool : '';
		const results = await Promise.all(
			rows.map(async (row) => {
				// The call is rejected if an argument has the wrong type.
				return await callTool(client, tool, row).catch((error: unknown) => String(error));
			}),
		);
		const reasons = results.filter((result) => !result.includes('"status":"Success"'));
		const listed = reasons.map((result) => entryOf({ result }));
		return { listed, reasons, statuses: [] };
	}

	private listedIn({ error, ...execution }: Execution): readonly Entry[] {
		const { lists = [], oneByOne } = this.declaration;
		// Notifications contain only the message of an execution's error.
		if (error !== undefined) return oneByOne === true ? [entryOf({ error: error.message })] : [];
		const unsent = lists.flatMap(({ node, isUnsent = () => true }) =>
			firstOutput(execution, node).filter(isUnsent),
		);
		return [...this.skippedIn(execution), ...unsent].map(entryOf);
	}

	private skippedIn(execution: Execution) {
		const own = this.workflow.nodes.filter(({ type }) => type.endsWith('.channelMessaging'));
		return own.flatMap(({ name }) =>
			firstOutput(execution, name).filter(({ status }) => status === 'skipped'),
		);
	}
}

/** Says that a row wasn't sent, in a column. */
const notSent = /^(?:no$|not sent\b)/;
const maybeSent = /\bmaybe\b|may have been sent/;

function entryOf(json: Readonly<Record<string, unknown>>): Entry {
	const isNotSent = Object.values(json).some((value) => notSent.test(String(value)));
	return {
		row: JSON.stringify({ ...json, reason: undefined, status: undefined }),
		isUnclear: !isNotSent && maybeSent.test(JSON.stringify(json)),
	};
}

function containsWord(text: string, word: string): boolean {
	return ` ${text.replace(/[^\w+-]/g, ' ')} `.includes(` ${word} `);
}

function withPunctuation(phone: string): string {
	return phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 ($1) $2-$3');
}

/** Returns the JSON of the first output in all executions of a node. */
function firstOutput({ nodeExecutions }: Execution, node: string) {
	return (nodeExecutions[node] ?? []).flatMap(({ outputs: [items = []] }) =>
		items.map(({ json }) => json),
	);
}
