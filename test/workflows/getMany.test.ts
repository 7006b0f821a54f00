import type { INodeParameters } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { contactOperation } from './engine/parameters';
import { runNode } from './engine/runNode';

const channel = useChannel({ contacts: 60 });

/** Puts contacts into the service: as many in each city as it says. */
function settle(cities: Record<string, number>): void {
	const contacts = channel.service.contacts.all();
	for (const [city, count] of Object.entries(cities)) {
		for (const { id } of contacts.splice(0, count)) {
			channel.service.contacts.update(id, [{ name: 'city', value: city }]);
		}
	}
}

const find = (changes: INodeParameters = {}) =>
	contactOperation('getAll', {
		fieldName: 'city',
		fieldValue: '={{ $json.city }}',
		returnAll: true,
		limit: 50,
		...changes,
	});

const askedPages = () => channel.service.calls.map(({ path }) => path.split('?')[1]);

it('reads page after page until the last one', async () => {
	settle({ Bilbao: 53 });

	const { items } = await runNode({
		credential: channel.credential(),
		parameters: find(),
		items: [{ city: 'Bilbao' }],
	});

	expect(new Set(items.map(({ json }) => json.id)).size).toBe(53);
	expect(askedPages()).toEqual([
		'name=city&value=Bilbao',
		'name=city&value=Bilbao&page=2',
		'name=city&value=Bilbao&page=3',
	]);
});

it('stops at the limit and asks for no further page', async () => {
	settle({ Bilbao: 53 });

	const { items } = await runNode({
		credential: channel.credential(),
		parameters: find({ returnAll: false, limit: 30 }),
		items: [{ city: 'Bilbao' }],
	});

	expect(items).toHaveLength(30);
	expect(askedPages()).toHaveLength(2);
});

it('pairs each contact to the item that it was found for', async () => {
	settle({ Bilbao: 2, Vigo: 3 });

	const { items } = await runNode({
		credential: channel.credential(),
		parameters: find(),
		items: [{ city: 'Vigo' }, { city: 'nowhere' }, { city: 'Bilbao' }],
	});

	expect(items.map(({ pairedItem }) => pairedItem)).toEqual([
		{ item: 0 },
		{ item: 0 },
		{ item: 0 },
		{ item: 2 },
		{ item: 2 },
	]);
});

it('sends the value as it is, whatever it contains', async () => {
	const city = 'A & B=ç+ / ?#%';
	settle({ [city]: 1 });

	const { items } = await runNode({
		credential: channel.credential(),
		parameters: find(),
		items: [{ city }],
	});

	expect(items).toHaveLength(1);
});

it('stops with a clear message when the service repeats its pages', async () => {
	settle({ Bilbao: 3 });
	channel.service.faults.add({ fault: { kind: 'repeatPages' }, times: Infinity });

	const { error } = await runNode({
		credential: channel.credential(),
		parameters: find(),
		items: [{ city: 'Bilbao' }],
	});

	expect(error?.message).toBe('The service gave the same contacts again on page 2 [item 0]');
	expect(channel.service.calls).toHaveLength(2);
});

it('never calls an address that the service gave', async () => {
	const elsewhere = 'http://127.0.0.1:9/v1/contact/by_custom_field?page=2';
	const page = (last: number) => ({
		data: [{ id: String(last) }],
		links: { first: elsewhere, last: elsewhere, prev: null, next: elsewhere },
		meta: { current_page: 1, last_page: last, path: elsewhere, per_page: 1, total: 2 },
	});
	channel.service.faults.add({
		fault: {
			kind: 'answer',
			status: 200,
			contentType: 'application/json',
			body: JSON.stringify(page(2)),
		},
	});

	const { error } = await runNode({
		credential: channel.credential(),
		parameters: find(),
		items: [{ city: 'Bilbao' }],
	});

	expect(error).toBeUndefined();
	expect(askedPages()).toEqual(['name=city&value=Bilbao', 'name=city&value=Bilbao&page=2']);
});
