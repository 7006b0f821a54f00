import { ChannelMessaging } from '../../nodes/ChannelMessaging/ChannelMessaging.node';
import codex from '../../nodes/ChannelMessaging/ChannelMessaging.node.json';
import type { HintedProperty } from '../../nodes/ChannelMessaging/parameters/parameterTypes';
import { ChannelMessagingTrigger } from '../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node';
import triggerCodex from '../../nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node.json';
import { name as packageName } from '../../package.json';
import { shownParameters } from '../support/shownParameters';

const { description } = new ChannelMessaging();
const { description: triggerDescription } = new ChannelMessagingTrigger();

it('The node keeps the name and version that saved workflows contain', () => {
	expect(description).toMatchObject({
		displayName: 'Channel Messaging',
		name: 'channelMessaging',
		version: [1],
		defaultVersion: 1,
		defaults: { name: 'Channel Messaging' },
	});
});

it('The node and its trigger have the same description, because n8n shows only one', () => {
	expect(description.description).toBe(triggerDescription.description);
});

it('Each codex file names its node', () => {
	expect(codex.node).toBe(`${packageName}.${description.name}`);
	expect(triggerCodex.node).toBe(`${packageName}.${triggerDescription.name}`);
});

/**
 * Returns the objects in the hints for the AI builder, with the parameters that they fill in. The
 * builder writes expressions as `expr("…")`.
 */
function hintExamples() {
	return shownParameters(description.properties).flatMap(({ path, property }) => {
		const { builderHint }: HintedProperty = property;
		const examples = builderHint?.propertyHint.match(/\{ ".*? \}(?=\.)/g) ?? [];
		return examples.map((text) => {
			const json = text.replaceAll(/expr\((".*?")\)/g, '$1');
			return { path, property, example: JSON.parse(json) as object };
		});
	});
}

describe('AI builder', () => {
	const examples = hintExamples();

	it('Builder hints contain only modes that their resource locators offer', () => {
		const locators = examples.filter(({ property }) => property.type === 'resourceLocator');
		expect(new Set(locators.map(({ property }) => property.name))).toEqual(
			new Set(['contactId', 'fieldName', 'name']),
		);
		for (const { property, example } of locators) {
			const modes = property.modes?.map(({ name }) => name);
			expect(modes).toContain('mode' in example && example.mode);
		}
	});

	it('Builder hints contain the groups and columns of their collections', () => {
		const collections = examples.filter(({ property }) => property.type === 'fixedCollection');
		expect(new Set(collections.map(({ property }) => property.name))).toEqual(
			new Set(['approvalOptions', 'customFields', 'quickReplies', 'replies', 'tags']),
		);
		for (const { property, example } of collections) {
			const paths = shownParameters([property]).map(({ path }) => path);
			for (const [group, value] of Object.entries(example)) {
				for (const row of [value].flat() as object[]) {
					const columns = Object.keys(row).map((name) => `${property.name}.${group}[].${name}`);
					expect(paths).toEqual(expect.arrayContaining(columns));
				}
			}
		}
	});
});
