import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { IDataObject } from 'n8n-workflow';
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
import { examplesFolder } from '../exampleFiles';
import { endForm, enterForm, importExample, pathOf, post } from '../importedExample';
import { type BadRow, badRows } from './badRows';
import type { Declaration, Person, Scenario } from './declaration';
import { withInput } from './replaceInput';

/** More than the contacts of a scenario, so that no two scenarios have a contact with the same ID. */
const idsPerScenario = 1_000n;
let scenarioCount = 0n;
let personCount = 0;

/** Prepares the service for a scenario: without limits, and with contacts that no other one had. */
function prepareService(): void {
	const { service } = testEnvironment();
	service.configure({ limits: { messagesPerSecond: null, contactRequestsPerMinute: null } });
	scenarioCount += 1n;
	service.contacts = seedContacts(0, 500_000_000n + scenarioCount * idsPerScenario);
}

/** The credential's rates, which no test reaches. */
export const unlimitedRates = { messagesPerSecond: 10_000, contactCallsPerMinute: 600_000 };

/** The same number as a person would write it. */
const withPunctuation = (phone: string) =>
	phone.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 ($1) $2-$3');

/** A published example, and the people of one scenario. */
class RunningExample {
	private people: Person[] = [];

	private constructor(
		private readonly declaration: Declaration,
		private readonly workflow: StoredWorkflow,
		private readonly path: string,
	) {}

	static async publish(declaration: Declaration): Promise<RunningExample> {
		const { example, input, parameters = {} } = declaration;
		prepareService();
		const path = `conformance-${String(scenarioCount)}`;
		const workflow = await importExample(example, {
			parameters,
			// Birthdays are dates of UTC. By default, n8n's day is New York's.
			settings: { timezone: 'UTC' },
			...(typeof input === 'object' && {
				change: (imported) => withInput(imported, input.node, path),
			}),
		});
		await testEnvironment().client.activateWorkflow(workflow.id);
		return new RunningExample(declaration, workflow, path);
	}

	async unpublish(): Promise<void> {
		await testEnvironment().client.deactivateWorkflow(this.workflow.id);
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

	row(person: Person, phone = person.phone): IDataObject {
		return this.declaration.row(person, phone);
	}

	/** Delivers rows, and returns the executions when they have ended, or wait for an answer. */
	async deliver(rows: readonly IDataObject[]): Promise<readonly Execution[]> {
		const { client } = testEnvironment();
		const before = (await client.listExecutions(this.workflow.id)).length;
		const deliveries = this.declaration.oneByOne === true ? rows.map((row) => [row]) : [rows];
		await Promise.all(deliveries.map((delivery) => this.deliverOnce(delivery)));
		const started = await waitFor('the executions to end or to wait', async () => {
			const all = await client.listExecutions(this.workflow.id);
			const latest = all.slice(0, all.length - before);
			const isOver = (execution: ExecutionSummary) =>
				execution.status === 'waiting' || hasEnded(execution);
			return latest.length === deliveries.length && latest.every(isOver) && latest;
		});
		return await Promise.all(
			started.map(async (execution) =>
				execution.status === 'waiting'
					? { ...execution, nodeExecutions: {} }
					: await client.waitForExecution(execution.id),
			),
		);
	}

	/** Returns how many rows the executions show as not sent. */
	listed(executions: readonly Execution[]): number {
		return executions.reduce((count, execution) => count + this.listedIn(execution), 0);
	}

	/** Returns the number of messages per person. */
	messagesTo({ phone }: Person): number {
		const { contacts, messages } = testEnvironment().service;
		return messages.filter(
			({ contactId }) => contacts.get(contactId)?.custom_fields['phone'] === phone,
		).length;
	}

	/** Returns errors, and reasons of skipped items, for the output of failed tests. */
	reasons(executions: readonly Execution[]): readonly string[] {
		return executions.flatMap((execution) => [
			...(execution.error === undefined ? [] : [execution.error.message]),
			...this.skippedIn(execution).map((json) => JSON.stringify(json)),
		]);
	}

	isDone(person: Person): boolean {
		const { isDone } = this.declaration;
		if (isDone === undefined) return this.messagesTo(person) > 0;
		return testEnvironment()
			.service.contacts.all()
			.some((contact) => isDone(contact, person));
	}

	/** Expects that no person got two messages, and that no message contains a mistake of the data. */
	expectNoHarm(): void {
		const { contacts, messages } = testEnvironment().service;
		const twice = this.people.filter((person) => this.messagesTo(person) > 1);
		expect(twice.map(({ phone }) => phone)).toEqual([]);
		const texts = messages.map(({ item }) => JSON.stringify(item));
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

	private async deliverOnce(rows: readonly IDataObject[]): Promise<void> {
		const { example, input } = this.declaration;
		if (input === 'webhook') await post(pathOf(example, 'webhook') ?? '', rows[0] ?? {});
		else if (input === 'file') await this.upload(rows);
		else await postToWebhook(testEnvironment().n8n.url, this.path, { rows });
	}

	private async upload(rows: readonly IDataObject[]): Promise<void> {
		const file = new Blob([Papa.unparse([...rows])], { type: 'text/csv' });
		const path = pathOf(this.declaration.example, 'formTrigger') ?? '';
		const page = await enterForm(path, [this.path, file]);
		if (page !== '') await endForm(page);
	}

	private listedIn(execution: Execution): number {
		if (execution.error !== undefined) return this.declaration.oneByOne === true ? 1 : 0;
		const { lists = [] } = this.declaration;
		const unsent = lists.flatMap(({ node, isUnsent = () => true }) =>
			firstOutput(execution, node).filter(isUnsent),
		);
		return this.skippedIn(execution).length + unsent.length;
	}

	private skippedIn(execution: Execution) {
		const own = this.workflow.nodes.filter(({ type }) => type.endsWith('.channelMessaging'));
		return own.flatMap(({ name }) =>
			firstOutput(execution, name).filter(({ status }) => status === 'skipped'),
		);
	}
}

/** Returns the JSON of the first output in all executions of a node. */
function firstOutput({ nodeExecutions }: Execution, node: string) {
	return (nodeExecutions[node] ?? []).flatMap(({ outputs: [items = []] }) =>
		items.map(({ json }) => json),
	);
}

type Check = (example: RunningExample, declaration: Declaration) => Promise<void>;

const repeat = <Value>(count: number, create: () => Value) => Array.from({ length: count }, create);

/** Adds a fault of the service. */
const fail = (
	...rules: Parameters<ReturnType<typeof testEnvironment>['service']['faults']['add']>
) => {
	testEnvironment().service.faults.add(...rules);
};

const checks: Readonly<Record<Scenario, Check>> = {
	badRows: async (example, { fields, ignored = {}, optional = [] }) => {
		const [first, last] = [example.person(), example.person()];
		const people: Person[] = [];
		const bad: readonly BadRow[] = badRows(fields, () => {
			// Contacts, so that there are stored values that an empty one could clear.
			const person = example.person([], true);
			people.push(person);
			return example.row(person);
		});

		const executions = await example.deliver([
			example.row(first),
			...bad.map(({ row }) => row),
			example.row(last),
		]);

		const reasons = example.reasons(executions);
		const good = [first, last].map((person) => example.isDone(person));
		expect({ good, reasons }).toMatchObject({ good: [true, true] });
		example.expectNoHarm();
		const unsent = bad.filter((_row, index) => {
			const person = people[index];
			return person !== undefined && !example.isDone(person);
		});
		const needless = unsent.filter(({ field, isEmpty }) => isEmpty && optional.includes(field));
		expect(needless.map(({ title }) => title)).toEqual([]);
		const unlisted = unsent.filter(({ field }) => !(field in ignored)).map(({ title }) => title);
		expect(example.listed(executions) >= unlisted.length ? [] : unlisted).toEqual([]);
	},

	sameDelivery: async (example) => {
		const people = repeat(2, () => example.person());
		const rows = people.map((person) => example.row(person));
		await example.deliver(rows);
		await example.deliver(rows);
		expect(people.map((person) => example.isDone(person))).toEqual([true, true]);
		example.expectNoHarm();
	},

	serviceFails: async (example) => {
		const people = repeat(6, () => example.person());
		const rows = people.map((person) => example.row(person));
		const forbidden = { kind: 'status', status: 403 } as const;
		fail({ match: { path: /sendContent|\/tags/, nth: 2 }, times: 2, fault: forbidden });
		fail({ match: { path: /by_custom_field/, nth: 2 }, times: 1, fault: forbidden });

		const executions = await example.deliver(rows);
		const undone = people.filter((person) => !example.isDone(person));
		testEnvironment().service.faults.clear();
		const reasons = example.reasons(await example.deliver(rows));

		expect(undone).not.toEqual([]);
		expect(example.listed(executions)).toBeGreaterThanOrEqual(undone.length);
		const missing = people.filter((person) => !example.isDone(person));
		expect({ missing, reasons }).toMatchObject({ missing: [] });
		example.expectNoHarm();
	},

	unknownOutcome: async (example, { isDone }) => {
		const people = repeat(3, () => example.person());
		const rows = people.map((person) => example.row(person));
		const fault = { kind: 'statusAfterEffect', status: 500 } as const;
		fail({ match: { path: /sendContent/, nth: 2 }, times: 1, fault });

		const executions = await example.deliver(rows);
		await example.deliver(rows);

		expect(people.filter((person) => !example.isDone(person))).toEqual([]);
		if (isDone === undefined) expect(example.listed(executions)).toBeGreaterThan(0);
		example.expectNoHarm();
	},

	optedOut: async (example, { isDone, skippedTag = 'Opted-Out' }) => {
		const optedOut = ['Opted-Out', skippedTag].map((tag) => example.person([tag], true));
		const other = example.person();

		const executions = await example.deliver(
			[...optedOut, other].map((person) => example.row(person)),
		);

		expect([...optedOut, other].map((person) => example.messagesTo(person))).toEqual(
			isDone === undefined ? [0, 0, 1] : [0, 0, 0],
		);
		if (isDone === undefined) expect(example.listed(executions)).toBeGreaterThan(1);
		example.expectNoHarm();
	},

	twoSpellings: async (example, { otherSpelling = withPunctuation }) => {
		const [person, other] = [example.person(), example.person()];
		const rows = [
			example.row(person),
			...[person, other].map((each) => example.row(each, otherSpelling(each.phone))),
		];
		await example.deliver(rows);
		await example.deliver([...rows].reverse());
		expect([person, other].map((each) => example.isDone(each))).toEqual([true, true]);
		example.expectNoHarm();
	},
};

const titles: Readonly<Record<Scenario, string>> = {
	badRows: 'Incomplete rows are listed, and all other rows are sent',
	sameDelivery: 'The same data, delivered again, sends nothing',
	serviceFails: 'Rows that the service rejected are listed, and sent in the next execution',
	unknownOutcome: 'A message that may have been sent is listed, and is not sent again',
	optedOut: 'Contacts who opted out receive nothing',
	twoSpellings: 'A person with two spellings of the phone number receives one message',
};
const scenarios = Object.keys(titles) as readonly Scenario[];

/** Tests of an example. An exception requires a sentence in its README. */
export function keepsPromises(declaration: Declaration): void {
	const { example: name, exceptions = {}, ignored = {} } = declaration;
	const exceptionOf = (scenario: Scenario) => exceptions[scenario];
	let running: RunningExample | undefined;

	beforeAll(async () => {
		running = await RunningExample.publish(declaration);
	});
	beforeEach(() => {
		running?.begin();
	});
	afterAll(async () => {
		await running?.unpublish();
	});

	const kept = scenarios.filter((scenario) => exceptionOf(scenario) === undefined);
	test.each(kept.map((scenario) => [titles[scenario], scenario] as const))(
		'%s',
		async (_title, scenario) => {
			if (running === undefined) throw new Error(`${name} isn't published`);
			await checks[scenario](running, declaration);
		},
	);

	test('The README contains the exceptions', () => {
		const readme = readFileSync(join(examplesFolder, name, 'README.md'), 'utf8');
		for (const sentence of Object.values({ ...ignored, ...exceptions })) {
			expect(readme).toContain(sentence);
		}
	});
}
