import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { DateTime } from 'luxon';
import { ChannelMessaging } from '../../nodes/ChannelMessaging/ChannelMessaging.node';
import { ChannelMessagingTrigger } from '../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node';
import { declarations } from '../n8n/examples/conformance/declarations';
import {
	exampleNames,
	examplesFolder,
	readExample,
	workflowFiles,
} from '../n8n/examples/exampleFiles';
import { shownParameters } from '../support/shownParameters';

const parametersOfPackage = [new ChannelMessaging(), new ChannelMessagingTrigger()]
	.flatMap(({ description }) => shownParameters(description.properties))
	.filter(({ property }) => property.type === 'resourceLocator');
const locatorNames = new Set(parametersOfPackage.map(({ property }) => property.name));

/** All examples, with their Channel Messaging nodes. */
const examples = exampleNames().map((folder) => {
	const workflows = workflowFiles(folder).map((file) => readExample(folder, file));
	const nodes = workflows.flatMap((workflow) => workflow.nodes);
	const pinned = new Set(workflows.flatMap(({ pinData = {} }) => Object.keys(pinData)));
	const own = nodes.filter(({ type }) => type.includes('.channelMessaging'));
	return { folder, nodes, pinned, own };
});
type Example = (typeof examples)[number];

/** Returns the folders of examples that don't meet a condition. */
const foldersExcept = (isMet: (example: Example) => boolean) =>
	examples.filter((example) => !isMet(example)).map(({ folder }) => folder);

/** Returns every value that is stored under a name, at any depth. */
function valuesOf(stored: unknown, name: string): unknown[] {
	if (typeof stored !== 'object' || stored === null) return [];
	return Object.entries(stored).flatMap(([key, value]) =>
		key === name ? [value as unknown] : valuesOf(value, name),
	);
}

const isLocator = (value: unknown) =>
	typeof value === 'object' && value !== null && '__rl' in value && value.__rl === true;

it('resource locators in examples are stored as objects that include the mode', () => {
	// Tags have a column of the same name, which is text.
	const names = [...locatorNames].filter((name) => name !== 'name');
	const exceptions = foldersExcept(({ own }) => {
		const stored = own.flatMap(({ parameters }) => [
			...names.flatMap((name) => valuesOf(parameters, name)),
			...valuesOf(parameters.customFields, 'name'),
		]);
		return stored.length > 0 && stored.every(isLocator);
	});
	expect(exceptions).toEqual([]);
});

it('tools in examples read no fields of $json, which a model can replace', () => {
	const exceptions = foldersExcept(({ own }) =>
		own
			.filter(({ type }) => type.endsWith('Tool'))
			.every(({ parameters }) => !/\$json|\$input/.test(JSON.stringify(parameters))),
	);
	expect(exceptions).toEqual([]);
});

it('Every example has a README, and every workflow has a picture', () => {
	const files = exampleNames().flatMap((name) =>
		['README.md', ...workflowFiles(name).map((file) => file.replace('.json', '.png'))].map((file) =>
			join(examplesFolder, name, file),
		),
	);
	expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

it('Every example is in the conformance suite', () => {
	const declared = new Set(declarations.map(({ example }) => example));
	expect([...declared].sort()).toEqual(exampleNames());
});

it('The READMEs of examples state the exceptions from the conformance suite', () => {
	const missing = declarations.flatMap((declaration) => {
		const { example, exceptions, ignored, ignoredIfEmpty } = declaration;
		const { ignoresRepetition = '', unlistedIfSkipped = '' } = declaration;
		const readme = readFileSync(join(examplesFolder, example, 'README.md'), 'utf8');
		const sentences = Object.values({ ...exceptions, ...ignored, ...ignoredIfEmpty });
		return [ignoresRepetition, unlistedIfSkipped, ...sentences].filter(
			(sentence) => !readme.includes(sentence),
		);
	});
	expect(missing).toEqual([]);
});

/** Nodes of other services, which require an account. */
const otherService = /\.(google\w+|shopifyTrigger|wooCommerceTrigger)$/;

it.each<[title: string, isMet: (node: Example['nodes'][number], pinned: Set<string>) => boolean]>([
	[
		'do not use $getPairedItem, which n8n 3.0 removes',
		({ parameters }) => !JSON.stringify(parameters).includes('getPairedItem'),
	],
	[
		'do not use Run once for each item of Execute Sub-workflow, which n8n 3.0 removes',
		({ type, parameters }) => !type.endsWith('.executeWorkflow') || parameters['mode'] !== 'each',
	],
	[
		'require a header if they are webhooks',
		({ type, parameters }) =>
			type.endsWith('.webhook')
				? parameters['authentication'] === 'headerAuth'
				: parameters['resume'] !== 'webhook' ||
					parameters['incomingAuthentication'] === 'headerAuth',
	],
	['contain no credentials', ({ credentials }) => credentials === undefined],
	// A list can contain a phone number in two spellings, and users can reformat it.
	[
		'have no phone number in a key',
		({ parameters }) =>
			valuesOf(parameters, 'sendOnceKey').every((key) => !/\.phone\b/.test(String(key))),
	],
	[
		'skip contacts who opted out if they send a campaign',
		({ parameters }) =>
			valuesOf(parameters, 'campaign').length === 0 ||
			valuesOf(parameters, 'skipIfTagged').some((tags) => String(tags).includes('opted-out')),
	],
	[
		'that check for contactTagged also check for optedOut, the reason of the credential',
		({ parameters }) => {
			const text = JSON.stringify(parameters);
			return text.split('contactTagged').length === text.split('optedOut').length;
		},
	],
	[
		'leave stored values alone if an input is empty',
		({ parameters }) =>
			parameters['operation'] !== 'upsert' ||
			valuesOf(parameters, 'customFields').length === 0 ||
			valuesOf(parameters, 'ignoreEmptyValues').includes(true),
	],
	[
		'use contactId if they choose a contact by ID',
		({ parameters }) => {
			const contact = parameters['contactId'] as { mode?: string; value?: string } | undefined;
			return contact?.mode !== 'id' || /contactId/.test(contact.value ?? '');
		},
	],
	[
		'are not scheduled for an hour that daylight saving time skips or repeats',
		({ parameters }) =>
			valuesOf(parameters, 'triggerAtHour').every(
				(hour) => Number(hour) >= 4 && Number(hour) <= 22,
			),
	],
	[
		'have pinned data if they require another service',
		({ name, type }, pinned) => !otherService.test(type) || pinned.has(name),
	],
])('Nodes of examples %s', (_title, isMet) => {
	expect(foldersExcept(({ nodes, pinned }) => nodes.every((node) => isMet(node, pinned)))).toEqual(
		[],
	);
});

// The service's IDs are numbers, or begin with cus_.
it('Contact IDs in the sample data of examples belong to no contact', () => {
	const contactIds = exampleNames()
		.flatMap((folder) => workflowFiles(folder).map((file) => readExample(folder, file)))
		.flatMap(({ pinData }) => valuesOf(pinData, 'contactId'));
	expect(contactIds).not.toEqual([]);
	expect(contactIds.filter((id) => /^(cus_)?\d+$/.test(String(id)))).toEqual([]);
});

it('Error outputs in examples are connected', () => {
	const workflows = exampleNames().flatMap((folder) =>
		workflowFiles(folder).map((file) => ({ folder, ...readExample(folder, file) })),
	);
	const open = workflows.flatMap(({ folder, nodes, connections }) =>
		nodes
			.filter(({ name, onError }) => {
				const [, errorOutput = []] = connections[name]?.['main'] ?? [];
				return onError === 'continueErrorOutput' && (errorOutput ?? []).length === 0;
			})
			.map(({ name }) => `${folder}: ${name}`),
	);
	expect(open).toEqual([]);
});

it('Nodes of one type have the same version in all examples', () => {
	const versions = new Map<string, Set<number>>();
	for (const { type, typeVersion } of examples.flatMap(({ nodes }) => nodes)) {
		versions.set(type, (versions.get(type) ?? new Set()).add(typeVersion));
	}
	const different = [...versions].filter(([, found]) => found.size > 1);
	expect(different.map(([type]) => type)).toEqual([]);
});

it('Scheduled examples set their time zone, or their first note asks for it', () => {
	const scheduled = exampleNames()
		.map((folder) => ({ folder, ...readExample(folder) }))
		.filter(({ nodes }) => nodes.some(({ type }) => type.endsWith('.scheduleTrigger')));
	const unclear = scheduled.filter(({ nodes, settings }) => {
		const note = nodes.find(({ type }) => type.endsWith('.stickyNote'))?.parameters['content'];
		return settings?.['timezone'] === undefined && !JSON.stringify(note).includes('time zone');
	});
	expect(scheduled).not.toEqual([]);
	expect(unclear.map(({ folder }) => folder)).toEqual([]);
});

/** Returns the value of a filter's condition for an item on a day. */
function conditionOn(
	day: string,
	[example, node]: [string, string],
	position: number,
	json: object,
) {
	const { parameters } = readExample(example).nodes.find(({ name }) => name === node) ?? {};
	const { conditions } = parameters?.['conditions'] as { conditions: { leftValue: string }[] };
	const expression = conditions[position]?.leftValue.replace(/^=\{\{|\}\}$/g, '') ?? '';
	const $today = DateTime.fromISO(day, { zone: 'Europe/Madrid' });
	return runInNewContext(expression, { $json: json, $today, DateTime }) as unknown;
}

it.each([
	['2027-02-28', '1992-02-29', '02-28'],
	['2028-02-28', '1992-02-29', '02-29'],
	['2028-02-29', '1992-02-29', '02-29'],
	['2027-02-28', '1992-02-28', '02-28'],
])('On %s, the birthday %s is on %s', (day, birthday, expected) => {
	const node: [string, string] = ['birthday-greetings', 'Keep birthdays of today'];
	expect(conditionOn(day, node, 0, { birthday })).toBe(expected);
});

it.each([
	['2026-03-02T23:30:00+01:00', true],
	['2026-03-03T00:00:00+01:00', false],
	['2026-03-03T23:30:00+01:00', false],
	['not a date', false],
])('On 2 March, whether an appointment at %s starts before tomorrow: %s', (start, expected) => {
	const node: [string, string] = ['appointment-reminders', 'Keep appointments with a number'];
	expect(conditionOn('2026-03-02', node, 2, { start })).toBe(expected);
});

it.each([
	['Ana, +44 20 7946 0001', '+44 20 7946 0001'],
	['Ana, +44&nbsp;20&nbsp;7946&nbsp;0001<br>', '+44 20 7946 0001'],
	['Ana, +44\u00a020\u202f7946 0001', '+44 20 7946 0001'],
	['+49 30/23125 001', '+49 30/23125 001'],
	['Ana +1', ''],
	['', ''],
])('The phone number in the description "%s" is "%s"', (description, expected) => {
	const { nodes } = readExample('appointment-reminders');
	const { parameters } = nodes.find(({ name }) => name === 'Read phone number') ?? {};
	const [expression] = valuesOf(parameters, 'value');
	const text = String(expression).replace(/^=\{\{|\}\}$/g, '');
	expect(runInNewContext(text, { $json: { description } })).toBe(expected);
});

it.each([
	['alreadyInCampaign', 'sent'],
	['alreadySent', 'sent'],
	['contactTagged', 'opted out'],
	['optedOut', 'opted out'],
	['outsideHours', 'not sent: Skipped: …'],
])('A spreadsheet row that was skipped because of %s gets the status "%s"', (reason, expected) => {
	const { nodes } = readExample('broadcast-from-google-sheets');
	const { parameters } = nodes.find(({ name }) => name === 'Set status') ?? {};
	const [, status] = valuesOf(parameters, 'value');
	const expression = String(status).replace(/^=\{\{|\}\}$/g, '');
	const $json = { status: 'skipped', reason, message: 'Skipped: …' };
	expect(runInNewContext(expression, { $json })).toBe(expected);
});
