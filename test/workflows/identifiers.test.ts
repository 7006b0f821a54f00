import type { INodeParameters } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { contactOperation, sendText } from './engine/parameters';
import { runNode } from './engine/runNode';

const strange = [
	'a/b',
	'a?b=c',
	'a#b',
	'../../v1/contact',
	'with space',
	'ñandú 🙂',
	'a%2Fb',
	"!'()*",
];

const tags = { tags: { tag: [{ name: 'new' }] } };
const customFields = { customFields: { field: [{ name: 'city', value: 'Vigo' }] } };
const operations: Record<string, (contactId: string) => INodeParameters> = {
	send: (contactId) => sendText({ contactId, text: 'Hi' }),
	get: (contactId) => contactOperation('get', { contactId }),
	update: (contactId) => contactOperation('update', { contactId, ...customFields }),
	addTags: (contactId) => contactOperation('addTags', { contactId, ...tags }),
	removeTags: (contactId) => contactOperation('removeTags', { contactId, ...tags }),
};

/** The identifier in the path of a call, still encoded. */
function segmentOf(path: string): string | undefined {
	return /^\/v1\/(?:message\/sendContent|contact)\/([^/]*)(?:\/tags)?$/.exec(path)?.[1];
}

describe('on any channel', () => {
	const channel = useChannel({ acceptUnknownContacts: true });

	it.each(Object.keys(operations).flatMap((name) => strange.map((id) => [name, id] as const)))(
		'%s gives the identifier %s as one path segment',
		async (name, contactId) => {
			await runNode({
				credential: channel.credential(),
				parameters: operations[name]?.(contactId) ?? {},
			});

			const [call, ...others] = channel.service.calls;
			expect(others).toEqual([]);
			expect(decodeURIComponent(segmentOf(call?.path ?? '') ?? '')).toBe(contactId);
		},
	);

	it.each(['.', '..'])(
		'refuses %s, which no HTTP client can send as a segment',
		async (contactId) => {
			const { error } = await runNode({
				credential: channel.credential(),
				parameters: sendText({ contactId, text: 'Hi' }),
			});

			expect(error?.message).toBe(`'Contact' is '${contactId}', which can't be an ID [item 0]`);
			expect(channel.service.calls).toEqual([]);
		},
	);

	it('takes a resource locator and plain text alike', async () => {
		const locator = { __rl: true, mode: 'id', value: '77' };
		await runNode({
			credential: channel.credential(),
			parameters: sendText({ contactId: locator, text: 'Hi' }),
		});
		await runNode({
			credential: channel.credential(),
			parameters: sendText({ contactId: '77', text: 'Hi' }),
		});

		expect(channel.service.messages.map(({ contactId }) => contactId)).toEqual(['77', '77']);
	});
});

describe('on a Viber channel', () => {
	const channel = useChannel({ channelType: 'viber', acceptUnknownContacts: true });
	// Its Base64 has all three characters that mean something in a URL.
	const contactId = 'ü?>~ÿÿ?ab';

	it.each([
		['send', true],
		['get', false],
		['update', true],
		['addTags', false],
		['removeTags', true],
	])('%s gives the identifier in Base64: %s', async (name, isBase64) => {
		await runNode({
			credential: channel.credential({ channelType: 'viber' }),
			parameters: operations[name]?.(contactId) ?? {},
		});

		const segment = segmentOf(channel.service.calls[0]?.path ?? '') ?? '';
		expect(segment).not.toMatch(/[/+=]/);
		const text = decodeURIComponent(segment);
		expect(isBase64 ? Buffer.from(text, 'base64').toString('utf8') : text).toBe(contactId);
	});
});
