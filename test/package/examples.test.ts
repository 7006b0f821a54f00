import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ChannelMessaging } from '../../nodes/ChannelMessaging/ChannelMessaging.node';
import { ChannelMessagingTrigger } from '../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node';
import { exampleNames, examplesFolder, readExample } from '../n8n/examples/exampleFiles';
import { shownParameters } from '../unit/operations/shownParameters';

const parametersOfPackage = [new ChannelMessaging(), new ChannelMessagingTrigger()]
	.flatMap(({ description }) => shownParameters(description.properties))
	.filter(({ property }) => property.type === 'resourceLocator');
const locatorNames = new Set(parametersOfPackage.map(({ property }) => property.name));

const examples = exampleNames().map((name) => ({ folder: name, ...readExample(name) }));

/** Returns every value that is stored under a name, at any depth. */
function valuesOf(stored: unknown, name: string): unknown[] {
	if (typeof stored !== 'object' || stored === null) return [];
	return Object.entries(stored).flatMap(([key, value]) =>
		key === name ? [value as unknown] : valuesOf(value, name),
	);
}

/** Nodes of other services, which need an account there. */
const otherServices = /\.(google\w+|shopifyTrigger|wooCommerceTrigger)$/;

describe.each(examples)('The example $folder', ({ folder, nodes, pinData }) => {
	const own = nodes.filter(({ type }) => type.includes('.channelMessaging'));
	const content = nodes.find(({ type }) => type.endsWith('.stickyNote'))?.parameters.content;
	const note = typeof content === 'string' ? content : '';

	it('Resource locators are stored as objects with their mode', () => {
		// Tags have a column of the same name, which is text.
		const names = [...locatorNames].filter((name) => name !== 'name');
		const stored = own.flatMap(({ parameters }) => [
			...names.flatMap((name) => valuesOf(parameters, name)),
			...valuesOf(parameters.customFields, 'name'),
		]);
		expect(stored.length).toBeGreaterThan(0);
		for (const value of stored) expect(value).toMatchObject({ __rl: true });
	});

	it('The example has a README and a picture', () => {
		const files = ['README.md', 'workflow.png'].map((file) => join(examplesFolder, folder, file));
		expect(files.filter((file) => !existsSync(file))).toEqual([]);
	});

	it('No expression uses a helper that n8n 3.0 removes', () => {
		expect(JSON.stringify(nodes)).not.toContain('$getPairedItem');
	});

	it('The note starts with the choice of credentials', () => {
		expect(note.split('\n')[1]).toMatch(/^First, choose your credentials? in /);
		expect(own.filter(({ credentials }) => credentials !== undefined)).toEqual([]);
	});

	it('The note mentions publishing if the trigger requires it', () => {
		const isManual = nodes.some(({ type }) => type.endsWith('.manualTrigger'));
		const hasOther = nodes.some(({ type }) =>
			/\.(webhook|formTrigger|scheduleTrigger|shopifyTrigger|mcpTrigger|wooCommerceTrigger|channelMessagingTrigger)$/.test(
				type,
			),
		);
		expect(/publish/i.test(note)).toBe(hasOther);
		expect(isManual || hasOther).toBe(true);
	});

	it('Nodes that require another service have pinned data', () => {
		const others = nodes.filter(({ type }) => otherServices.test(type));
		for (const node of others) expect(pinData).toHaveProperty([node.name]);
	});

	it('The workflow does not use $getPairedItem', () => {
		expect(JSON.stringify(readExample(folder))).not.toContain('getPairedItem');
	});
});
