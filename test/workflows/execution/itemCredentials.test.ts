import { contact, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

/** Two channels, each with its own service and token. */
const first = useChannel({ acceptUnknownContacts: true, token: 'token-of-first-channel' });
const second = useChannel({ acceptUnknownContacts: true, token: 'token-of-second-channel' });

/** The items of both channels, interleaved. */
const interleaved = (count: number) =>
	Array.from({ length: count }, (_, index) => ({
		contactId: '1',
		text: String(index),
		url: (index % 2 === 0 ? first : second).service.url,
		token: (index % 2 === 0 ? first : second).service.token,
	}));

const fromItem = { baseUrl: '={{ $json.url }}', token: '={{ $json.token }}' };

describe('a credential with expressions', () => {
	it('makes the node look up a phone number in each channel', async () => {
		// The contact has different IDs.
		second.service.contacts.create([]);
		const ids = [first, second].map(({ service }) =>
			service.contacts.create([{ name: 'phone', value: '+442079460001' }]),
		);
		const contactId = contact('+442079460001', 'phone');

		const { items } = await first.runNode(
			{ parameters: { ...sendText(), contactId }, items: interleaved(4) },
			fromItem,
		);

		expect(items.map(({ json }) => json['contactId'])).toEqual([...ids, ...ids]);
		expect(first.texts).toEqual(['0', '2']);
		expect(second.texts).toEqual(['1', '3']);
		const searches = [first, second].map(
			({ service }) =>
				service.requests.filter(({ path }) => path.includes('by_custom_field')).length,
		);
		expect(searches).toEqual([1, 1]);
	});

	it('stops only requests to the channel that rejects its token', async () => {
		const items = interleaved(20).map((item, index) =>
			index % 2 === 0 ? { ...item, token: 'not-the-token' } : item,
		);

		const result = await first.runNode(
			{ parameters: sendText(), items, settings: { onError: 'continueErrorOutput' } },
			fromItem,
		);

		expect(second.texts).toEqual(items.slice(0, 10).map((_, index) => String(2 * index + 1)));
		expect(result.items).toHaveLength(10);
		const errors = result.errorItems.map(({ json }) => json.error);
		expect(errors).toHaveLength(10);
		for (const error of errors) expect(error).toMatchObject({ reason: 'tokenInvalid' });
	});

	it('sends nothing after a 401 with the same token, even with another country', async () => {
		const items = ['ES', 'FR'].map((country) => ({ contactId: '1', text: country, country }));

		// Messages to one contact are sent one after another.
		await first.runNode(
			{ parameters: sendText(), items, settings: { onError: 'continueErrorOutput' } },
			{ token: 'not-the-token', defaultCountry: '={{ $json.country }}' },
		);

		expect(first.service.requests).toHaveLength(1);
	});

	it.each([
		['an empty value', fromItem.token],
		['an expression that fails', "={{ $itemIndex === 3 ? $('Missing').item : $json.token }}"],
	])('fails only items with %s if On Error is a Continue mode', async (_, token) => {
		const items = interleaved(4).map((item, index) =>
			index === 3 ? { ...item, token: '' } : item,
		);

		const { errorItems } = await first.runNode(
			{ parameters: sendText(), items, settings: { onError: 'continueErrorOutput' } },
			{ ...fromItem, token },
		);

		expect(errorItems).toHaveLength(1);
		expect(errorItems[0]?.json.error).toMatchObject({
			outcome: 'notDone',
			reason: 'invalidParameter',
		});
		expect(first.texts).toEqual(['0', '2']);
		expect(second.texts).toEqual(['1']);
	});
});
