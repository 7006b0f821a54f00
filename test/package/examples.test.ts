import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ChannelMessaging } from '../../nodes/ChannelMessaging/ChannelMessaging.node';
import { ChannelMessagingTrigger } from '../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node';
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

it('Resource locators of examples are stored as objects with their mode', () => {
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

it('Examples have a README, and a picture of each workflow', () => {
	const files = exampleNames().flatMap((name) =>
		['README.md', ...workflowFiles(name).map((file) => file.replace('.json', '.png'))].map((file) =>
			join(examplesFolder, name, file),
		),
	);
	expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

/** Nodes of other services, which need an account there. */
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
	// A person can have two spellings, and a column can be reformatted.
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
		'leave stored values alone if an input is empty',
		({ parameters }) =>
			parameters['operation'] !== 'upsert' ||
			valuesOf(parameters, 'customFields').length === 0 ||
			valuesOf(parameters, 'ignoreEmptyValues').includes(true),
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
