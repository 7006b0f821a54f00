import { testEnvironment, withCredentialData } from '../../../support/fixtures/testEnvironment';
import { type BadRow, badRows } from './badRows';
import type { Declaration, Person, Scenario } from './declaration';
import { RunningExample } from './runningExample';

/** The credential's rates, which no test reaches. */
export const unlimitedRates = { messagesPerSecond: 10_000, contactCallsPerMinute: 600_000 };

type Check = (example: RunningExample, declaration: Declaration) => Promise<void>;

const repeat = <Value>(count: number, create: () => Value) => Array.from({ length: count }, create);

const fail = (
	...rules: Parameters<ReturnType<typeof testEnvironment>['service']['faults']['add']>
) => {
	testEnvironment().service.faults.add(...rules);
};

/** The service sends the second message, but responds as if it had failed. */
const failAfterEffect = () => {
	const fault = { kind: 'statusAfterEffect', status: 500 } as const;
	fail({ match: { path: /sendContent/, nth: 2 }, times: 1, fault });
};

/** The tag in *Never Message Contacts Tagged* of the credential. The examples don't contain this tag. */
const blockedTag = 'Blocked';

const forbidden = { kind: 'status', status: 403 } as const;

const checks: Readonly<Record<Scenario, Check>> = {
	badRows: async (example, declaration) => {
		const { fields, ignored = {}, ignoredIfEmpty = {}, optional = [], decisive = [] } = declaration;
		const [first, last] = [example.person(), example.person()];
		const people: Person[] = [];
		const bad: readonly BadRow[] = badRows(fields, () => {
			// The people are contacts, whose stored values an empty value could clear.
			const person = example.person([], true);
			people.push(person);
			return example.row(person);
		});

		const { listed, reasons } = await example.deliver([
			example.row(first),
			...bad.map(({ row }) => row),
			example.row(last),
		]);

		const good = [first, last].map((person) => example.isDone(person));
		expect({ good, reasons }).toEqual({ good: [true, true], reasons });
		example.expectNoHarm();
		const unsent = bad.filter((_row, index) => {
			const person = people[index];
			return person !== undefined && !example.isDone(person);
		});
		const needless = unsent.filter(({ field, isEmpty }) => isEmpty && optional.includes(field));
		expect(needless.map(({ title }) => title)).toEqual([]);
		const undecided = bad.filter(
			(row) => decisive.includes(row.field) && row.isEmpty && !unsent.includes(row),
		);
		expect(undecided.map(({ title }) => title)).toEqual([]);
		const isIgnored = ({ field, isEmpty }: BadRow) =>
			field in ignored || (isEmpty && field in ignoredIfEmpty);
		const unlisted = bad.filter((row, index) => {
			const person = people[index];
			const isShown = person === undefined || example.isListed(person, listed);
			return unsent.includes(row) && !isIgnored(row) && !isShown;
		});
		expect(unlisted.map(({ title }) => title)).toEqual([]);
		expect(listed.filter(({ isUnclear }) => isUnclear)).toEqual([]);
		expect(reasons.filter((reason) => /alreadySent|alreadyInCampaign/.test(reason))).toEqual([]);
	},

	sameDelivery: async (example) => {
		const people = repeat(2, () => example.person());
		const rows = people.map((person) => example.row(person));
		// Providers can deliver an event twice at the same moment.
		await example.deliver([...rows, ...rows]);
		const { reasons } = await example.deliver(rows);
		const done = people.map((person) => example.isDone(person));
		expect({ done, reasons }).toEqual({ done: [true, true], reasons });
		example.expectNoHarm();
	},

	serviceFails: async (example, { ignoresRepetition }) => {
		const people = repeat(6, () => example.person());
		const rows = people.map((person) => example.row(person));
		fail({ match: { path: /sendContent|\/tags/, nth: 2 }, times: 2, fault: forbidden });
		fail({ match: { path: /by_custom_field/, nth: 2 }, times: 1, fault: forbidden });

		const first = await example.deliver(rows);
		const done = people.filter((person) => example.isDone(person));
		const undone = people.filter((person) => !done.includes(person));
		testEnvironment().service.faults.clear();
		const { reasons } = await example.deliver(rows);

		expect(undone).not.toEqual([]);
		const unlisted = undone.filter((person) => !example.isListed(person, first.listed));
		// The results are only shown when the test fails.
		expect({ ...first, unlisted }).toEqual({ ...first, unlisted: [] });
		expect(first.listed.length).toBeGreaterThanOrEqual(undone.length);
		expect(first.listed.filter(({ isUnclear }) => isUnclear)).toEqual([]);
		const repeated = ignoresRepetition === undefined ? people : done;
		const missing = repeated.filter((person) => !example.isDone(person));
		expect({ missing, reasons }).toEqual({ missing: [], reasons });
		example.expectNoHarm();
	},

	unknownOutcome: async (example) => {
		const people = repeat(3, () => example.person());
		const rows = people.map((person) => example.row(person));
		failAfterEffect();

		await example.deliver(rows);
		const { reasons } = await example.deliver(rows);

		const missing = people.filter((person) => !example.isDone(person));
		expect({ missing, reasons }).toEqual({ missing: [], reasons });
		example.expectNoHarm();
	},

	unclearEntry: async (example) => {
		const rows = repeat(3, () => example.row(example.person()));
		failAfterEffect();

		const { listed } = await example.deliver(rows);

		expect(listed).toMatchObject([{ isUnclear: true }]);
		example.expectNoHarm();
	},

	optedOut: async (example, { isDone, skippedTag = 'Opted-Out' }) => {
		const optedOut = ['Opted-Out', skippedTag].map((tag) => example.person([tag], true));
		const other = example.person();

		const { listed, reasons } = await example.deliver(
			[...optedOut, other].map((person) => example.row(person)),
		);

		const received = [...optedOut, other].map((person) => example.messagesTo(person));
		const expected = isDone === undefined ? [0, 0, 1] : [0, 0, 0];
		expect({ received, reasons }).toEqual({ received: expected, reasons });
		if (isDone === undefined) expect(listed.length).toBeGreaterThan(1);
		example.expectNoHarm();
	},

	neverMessageTagged: async (example, { unlistedIfSkipped }) => {
		const [blocked, other] = [example.person([blockedTag], true), example.person()];
		const rows = [blocked, other].map((person) => example.row(person));

		const { listed, reasons } = await withCredentialData(
			{ ...unlimitedRates, neverMessageTagged: blockedTag },
			async () => await example.deliver(rows),
		);

		const received = [blocked, other].map((person) => example.messagesTo(person));
		expect({ received, reasons }).toEqual({ received: [0, 1], reasons });
		if (unlistedIfSkipped === undefined) expect(listed).not.toEqual([]);
		example.expectNoHarm();
	},

	twoSpellings: async (example) => {
		const [person, other] = [example.person(), example.person()];
		const rows = [
			example.row(person),
			...[person, other].map((each) => example.rowInOtherSpelling(each)),
		];
		await example.deliver(rows);
		const { reasons } = await example.deliver([...rows].reverse());
		const done = [person, other].map((each) => example.isDone(each));
		expect({ done, reasons }).toEqual({ done: [true, true], reasons });
		example.expectNoHarm();
	},

	webhookResponse: async (example) => {
		const [failed, done] = [example.person(), example.person()];
		fail({ times: Infinity, fault: forbidden });
		const first = await example.deliver([example.row(failed)]);
		testEnvironment().service.faults.clear();
		const second = await example.deliver([example.row(done)]);

		const areErrors = [first, second].map(({ statuses }) =>
			statuses.map((status) => status >= 400),
		);
		expect(areErrors).toEqual([[true], [false]]);
	},
};

const titles: Readonly<Record<Scenario, string>> = {
	badRows: 'Incomplete rows are listed, and all other rows are sent',
	sameDelivery: 'The same data, delivered again, sends nothing',
	serviceFails: 'Rows that the service rejected are listed, and sent in the next execution',
	unclearEntry: 'A message that may have been sent is listed as such',
	unknownOutcome: 'A message that may have been sent is not sent again',
	optedOut: 'Contacts who opted out receive nothing',
	neverMessageTagged:
		"Contacts with a tag in the credential's Never Message Contacts Tagged receive nothing",
	twoSpellings: 'A person with two spellings of the phone number or ID receives one message',
	webhookResponse: 'The webhook responds after the work, with an error if it failed',
};
const scenarios = Object.keys(titles) as readonly Scenario[];
/** Scenarios that require messages. */
const ofMessages: ReadonlySet<Scenario> = new Set(['neverMessageTagged', 'unclearEntry']);

export function keepsPromises(declaration: Declaration): void {
	const { example: name, exceptions = {} } = declaration;
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

	const kept = scenarios.filter(
		(scenario) =>
			exceptions[scenario] === undefined &&
			(scenario !== 'webhookResponse' || declaration.input === 'webhook') &&
			(!ofMessages.has(scenario) || declaration.isDone === undefined),
	);
	test.each(kept.map((scenario) => [titles[scenario], scenario] as const))(
		'%s',
		async (_title, scenario) => {
			if (running === undefined) throw new Error(`${name} isn't published`);
			await checks[scenario](running, declaration);
		},
	);
}
