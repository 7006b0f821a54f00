import { startService, type Service } from '../../support/service';
import { contactOperation, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

/** Two channels, each with its own service and token. */
const one = useChannel({ acceptUnknownContacts: true, token: 'token-of-channel-one' });
let two: Service;

beforeEach(async () => {
	two = await startService({
		acceptUnknownContacts: true,
		token: 'token-of-channel-two',
		limits: { messagesPerSecond: null, contactRequestsPerMinute: null },
	});
});

afterEach(async () => {
	await two.close();
});

const textsOf = ({ messages }: Service) =>
	messages.map(({ item }) => (item.type === 'text' ? item.text : ''));

/** The items of both channels, interleaved. */
const interleaved = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		contactId: '1',
		text: String(index),
		...(index % 2 === 0
			? { url: one.service.url, token: one.service.token }
			: { url: two.url, token: two.token }),
	}));

const fromItem = { baseUrl: '={{ $json.url }}', token: '={{ $json.token }}' };
const fromIndex = () => ({
	baseUrl: `={{ $itemIndex % 2 ? '${two.url}' : '${one.service.url}' }}`,
	token: `={{ $itemIndex % 2 ? '${two.token}' : '${one.service.token}' }}`,
});

/** The value for an item that doesn't exist is that of item 0, if such items don't fail. */
const withDefault = () => ({
	baseUrl: `={{ $json?.url === '${two.url}' ? '${two.url}' : '${one.service.url}' }}`,
	token: `={{ $json?.url === '${two.url}' ? '${two.token}' : '${one.service.token}' }}`,
});

/** Most items, and those that don't exist, have the value of item 0. */
const forTheSecondHalf = (from: number) => () => ({
	baseUrl: `={{ $itemIndex >= ${String(from)} && $itemIndex < ${String(2 * from)} ? '${two.url}' : '${one.service.url}' }}`,
	token: `={{ $itemIndex >= ${String(from)} && $itemIndex < ${String(2 * from)} ? '${two.token}' : '${one.service.token}' }}`,
});

const odd = (count: number) =>
	Array.from({ length: count }, (_, i) => String(i)).filter((t) => Number(t) % 2);
const even = (count: number) =>
	Array.from({ length: count }, (_, i) => String(i)).filter((t) => Number(t) % 2 === 0);

describe('a credential with expressions', () => {
	it.each([
		['a few items', 6, () => fromItem],
		['many items', 50, () => fromItem],
		['many items, by their index', 50, fromIndex],
		['many items, with a default', 50, withDefault],
	])('is resolved for each item: %s', async (_, count, credential) => {
		const items = interleaved(count);

		const { status } = await one.runNode({ parameters: sendText(), items }, credential());

		expect(status).toBe('success');
		// All are for one contact, and its order is kept in each channel.
		expect(one.texts).toEqual(even(count));
		expect(textsOf(two)).toEqual(odd(count));
	});

	it('is resolved for each item if only some items differ', async () => {
		const items = interleaved(50);

		await one.runNode({ parameters: sendText(), items }, forTheSecondHalf(25)());

		const texts = items.map(({ text }) => text);
		expect(one.texts).toEqual(texts.slice(0, 25));
		expect(textsOf(two)).toEqual(texts.slice(25));
	});

	it('looks up the same phone number in each channel', async () => {
		for (const { contacts } of [one.service, two])
			contacts.create([{ name: 'phone', value: '+34600000001' }]);
		const contactId = { __rl: true, mode: 'phone', value: '+34600000001' };

		const { items, status } = await one.runNode(
			{ parameters: { ...sendText(), contactId }, items: interleaved(4) },
			fromItem,
		);

		expect(status).toBe('success');
		expect(items).toHaveLength(4);
		expect(one.texts).toEqual(['0', '2']);
		expect(textsOf(two)).toEqual(['1', '3']);
		const searches = [one.service, two].map(
			({ requests }) => requests.filter(({ path }) => path.includes('by_custom_field')).length,
		);
		expect(searches).toEqual([1, 1]);
	});

	it('creates the same contact once in each channel', async () => {
		const parameters = contactOperation('upsert', {
			fieldName: 'phone',
			fieldValue: '+34600000002',
		});

		const { status } = await one.runNode({ parameters, items: interleaved(4) }, fromItem);

		expect(status).toBe('success');
		const created = [one.service, two].map(
			({ requests }) =>
				requests.filter(({ method, path }) => method === 'POST' && path === '/v1/contact').length,
		);
		expect(created).toEqual([1, 1]);
	});

	it('blocks only the channel whose token the service rejects', async () => {
		const items = interleaved(20).map((item, index) =>
			index % 2 === 0 ? { ...item, token: 'not-the-token' } : item,
		);

		const result = await one.runNode(
			{ parameters: sendText(), items, settings: { onError: 'continueErrorOutput' } },
			fromItem,
		);

		expect(textsOf(two)).toEqual(odd(20));
		expect(result.items).toHaveLength(10);
		const reasons = result.errorItems.map(({ json }) => json.error);
		expect(reasons).toHaveLength(10);
		for (const error of reasons) expect(error).toMatchObject({ reason: 'tokenInvalid' });
	});

	it('stops before anything is sent if it is invalid for an item', async () => {
		const items = interleaved(4).map((item, index) =>
			index === 3 ? { ...item, token: '' } : item,
		);

		const { error } = await one.runNode({ parameters: sendText(), items }, fromItem);

		expect(error?.message).toContain("'Token' of the credential is empty");
		expect(error?.message).toContain('[item 3]');
		expect([...one.service.requests, ...two.requests]).toEqual([]);
	});

	it('fails only the items for which it is invalid in a Continue mode', async () => {
		const items = interleaved(4).map((item, index) =>
			index === 3 ? { ...item, token: '' } : item,
		);

		const { errorItems } = await one.runNode(
			{ parameters: sendText(), items, settings: { onError: 'continueErrorOutput' } },
			fromItem,
		);

		expect(errorItems).toHaveLength(1);
		expect(errorItems[0]?.json.error).toMatchObject({
			outcome: 'notDone',
			reason: 'invalidParameter',
		});
		expect(one.texts).toEqual(['0', '2']);
		expect(textsOf(two)).toEqual(['1']);
	});
});

it('a credential without expressions is read twelve times, however many items there are', async () => {
	const { status, credentialReads } = await one.runNode({
		parameters: { ...sendText(), options: { checkWithoutSending: true } },
		items: interleaved(1_000),
	});

	expect(status).toBe('success');
	expect(credentialReads).toBe(12);
});
