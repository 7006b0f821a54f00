import { type Answer, callService } from '../callService';
import type { ContactPage } from '../contacts/contactPage';
import { type Service, startService } from '../startService';

let service: Service;
let contactId: string;

beforeAll(async () => {
	service = await startService({ limits: { contactCallsPerMinute: null }, contacts: 4 });
	contactId = service.contacts.all()[0]?.id ?? '';
});
afterAll(async () => {
	await service.close();
});
beforeEach(() => {
	service.reset();
	service.configure({ channelType: 'other' });
});

const call = async (method: string, path: string, body?: unknown): Promise<Answer> =>
	await callService(service, `/v1/contact${path}`, { method, body });
const notFound = { status: 'error', message: 'Contact not found.', data: [] };
const assignments = (count: number): object[] =>
	Array.from({ length: count }, (_field, index) => ({ name: `f${String(index)}`, value: 'x' }));
const tags = (count: number): string[] =>
	Array.from({ length: count }, (_tag, index) => `tag ${String(index)}`);

describe('create contact', () => {
	it('keeps the values under a new identifier', async () => {
		const custom_fields = [
			{ name: 'firstName', value: 'Ada' },
			{ name: '__proto__', value: 'odd' },
			{ name: 'email', value: '' },
		];
		const answer = await call('POST', '', { custom_fields });
		expect(answer.status).toBe(200);
		expect(answer.json).toEqual({ data: { id: expect.stringMatching(/^cus_\d+$/) as string } });
		const created = service.contacts.all()[4];
		expect(answer.json).toEqual({ data: { id: created?.id } });
		expect(Object.entries(created?.custom_fields ?? {})).toEqual([
			['firstName', 'Ada'],
			['__proto__', 'odd'],
			['email', ''],
		]);
	});

	it('gives every contact another identifier', async () => {
		const one = await call('POST', '', { custom_fields: assignments(1) });
		const other = await call('POST', '', { custom_fields: assignments(30) });
		expect(one.text).not.toBe(other.text);
		expect(other.status).toBe(200);
	});
});

describe('get contact', () => {
	it('shows all of it', async () => {
		const answer = await call('GET', `/${contactId}`);
		expect(answer.status).toBe(200);
		expect(answer.json).toEqual({
			data: {
				id: contactId,
				custom_fields: {
					firstName: 'Amara',
					lastName: 'Okafor',
					gender: 'female',
					locale: 'en_GB',
					timezone: '1',
					phone: '+155501000001',
					email: 'contact00001@mail.example',
					customerid: 'C-00001',
				},
				tags: service.contacts.get(contactId)?.tags,
				created_at: Date.UTC(2024, 0, 8, 9) / 1_000,
			},
		});
	});

	it('refuses an unknown one', async () => {
		const answer = await call('GET', '/nobody');
		expect(answer.status).toBe(403);
		expect(answer.json).toEqual(notFound);
	});
});

describe('update contact', () => {
	it('sets these fields and leaves the others', async () => {
		const custom_fields = [
			{ name: 'firstName', value: '' },
			{ name: 'city', value: 'Lagos' },
		];
		const answer = await call('PUT', `/${contactId}`, { custom_fields });
		expect(answer.status).toBe(200);
		expect(answer.json).toEqual({ data: { id: contactId } });
		expect(service.contacts.get(contactId)?.custom_fields).toMatchObject({
			firstName: '',
			lastName: 'Okafor',
			city: 'Lagos',
		});
	});

	it('refuses an unknown one', async () => {
		const answer = await call('PUT', '/nobody', { custom_fields: assignments(1) });
		expect([answer.status, answer.json]).toEqual([403, notFound]);
	});
});

describe('tags', () => {
	it('are added once', async () => {
		await call('POST', `/${contactId}/tags`, { tags: ['new', 'new'] });
		const answer = await call('POST', `/${contactId}/tags`, { tags: ['new', 'newer'] });
		expect(answer.status).toBe(200);
		expect(answer.json).toEqual({
			status: 'success',
			message: 'Contact Tags have been added successfully.',
			data: [],
		});
		const all = service.contacts.get(contactId)?.tags ?? [];
		expect(all.filter((tag) => tag.startsWith('new') && tag !== 'newsletter')).toEqual([
			'new',
			'newer',
		]);
	});

	it('are removed, also where the contact does not have them', async () => {
		service.contacts.addTags(contactId, ['one', 'two']);
		const answer = await call('DELETE', `/${contactId}/tags`, { tags: ['one', 'none'] });
		expect(answer.status).toBe(200);
		expect(answer.json).toEqual({
			status: 'success',
			message: 'Contact Tags deleted successfully.',
			data: [],
		});
		expect(service.contacts.get(contactId)?.tags).toContain('two');
		expect(service.contacts.get(contactId)?.tags).not.toContain('one');
	});

	it.each(['POST', 'DELETE'])('of someone unknown are refused: %s', async (method) => {
		const answer = await call(method, '/nobody/tags', { tags: ['one'] });
		expect([answer.status, answer.json]).toEqual([403, notFound]);
	});
});

describe('a malformed call', () => {
	const field = { name: 'city', value: 'Lagos' };
	it.each<[string, string, string, unknown]>([
		['no fields', 'POST', '', { custom_fields: [] }],
		['31 fields', 'POST', '', { custom_fields: assignments(31) }],
		['31 fields', 'PUT', '/ID', { custom_fields: assignments(31) }],
		['a map of fields', 'POST', '', { custom_fields: { city: 'Lagos' } }],
		['a number as value', 'PUT', '/ID', { custom_fields: [{ name: 'age', value: 5 }] }],
		['no value', 'PUT', '/ID', { custom_fields: [{ name: 'age' }] }],
		['an empty name', 'PUT', '/ID', { custom_fields: [{ name: '', value: '5' }] }],
		['another key', 'PUT', '/ID', { custom_fields: [field], tags: ['x'] }],
		['another key in a field', 'POST', '', { custom_fields: [{ ...field, type: 'x' }] }],
		['no tags', 'POST', '/ID/tags', { tags: [] }],
		['11 tags', 'POST', '/ID/tags', { tags: tags(11) }],
		['11 tags', 'DELETE', '/ID/tags', { tags: tags(11) }],
		['a single tag', 'POST', '/ID/tags', { tags: 'one' }],
		['a number as tag', 'DELETE', '/ID/tags', { tags: [1] }],
		['no body', 'DELETE', '/ID/tags', undefined],
		['no body', 'PUT', '/ID', undefined],
		['a query', 'GET', '/ID?fields=all', undefined],
		['no name', 'GET', '/by_custom_field?value=x', undefined],
		['no value', 'GET', '/by_custom_field?name=x', undefined],
		['two names', 'GET', '/by_custom_field?name=x&name=y&value=x', undefined],
		['an unknown parameter', 'GET', '/by_custom_field?name=x&value=x&limit=5', undefined],
		['page 0', 'GET', '/by_custom_field?name=x&value=x&page=0', undefined],
		['a page that is none', 'GET', '/by_custom_field?name=x&value=x&page=two', undefined],
	])('with %s is refused: %s %s', async (_what, method, path, body) => {
		const before = service.contacts.all();
		const answer = await call(method, path.replace('ID', contactId), body);
		expect(answer.status).toBe(403);
		expect(answer.json).toEqual({
			status: 'error',
			message: expect.stringMatching(/^(body|querystring)/) as string,
			data: [],
		});
		expect(service.contacts.all()).toEqual(before);
		expect(service.calls).toMatchObject([{ accepted: false }]);
	});
});

describe('find contacts', () => {
	const find = async (name: string, value: string, page?: number): Promise<ContactPage> => {
		const query = new URLSearchParams({ name, value, ...(page && { page: String(page) }) });
		const answer = await call('GET', `/by_custom_field?${query.toString()}`);
		expect(answer.status).toBe(200);
		return answer.json as ContactPage;
	};

	it('matches the whole value exactly, after updates too', async () => {
		service.contacts.update(contactId, [{ name: 'city', value: 'São & Paulo=+' }]);
		service.contacts.update(contactId, [{ name: 'city', value: 'são & paulo' }]);
		expect((await find('city', 'são & paulo')).data).toEqual([service.contacts.get(contactId)]);
		expect((await find('city', 'São & Paulo=+')).data).toEqual([]);
		expect((await find('city', 'são')).data).toEqual([]);
		expect((await find('city', '')).data).toEqual([]);
	});

	it('gives an empty page for a field that no one has', async () => {
		const path = `${service.url}/v1/contact/by_custom_field`;
		const only = `${path}?name=shoe&value=44&page=1`;
		expect(await find('shoe', '44')).toEqual({
			data: [],
			links: { first: only, last: only, prev: null, next: null },
			meta: { current_page: 1, from: 0, last_page: 1, path, per_page: 25, to: 0, total: 0 },
		});
	});

	it('gives pages of 25, oldest contact first, with links that continue the search', async () => {
		const ids = Array.from({ length: 51 }, () =>
			service.contacts.create([{ name: 'group', value: 'a b' }]),
		);
		const path = `${service.url}/v1/contact/by_custom_field`;
		const link = (page: number): string => `${path}?name=group&value=a+b&page=${String(page)}`;

		const pages = [await find('group', 'a b'), await find('group', 'a b', 2)];
		pages.push(await find('group', 'a b', 3));

		expect(pages.flatMap(({ data }) => data.map(({ id }) => id))).toEqual(ids);
		expect(pages.map(({ links }) => links)).toEqual([
			{ first: link(1), last: link(3), prev: null, next: link(2) },
			{ first: link(1), last: link(3), prev: link(1), next: link(3) },
			{ first: link(1), last: link(3), prev: link(2), next: null },
		]);
		const meta = { last_page: 3, path, per_page: 25, total: 51 };
		expect(pages.map((page) => page.meta)).toEqual([
			{ ...meta, current_page: 1, from: 1, to: 25 },
			{ ...meta, current_page: 2, from: 26, to: 50 },
			{ ...meta, current_page: 3, from: 51, to: 51 },
		]);
		const followed = await callService(service, link(2).slice(service.url.length));
		expect(followed.json).toEqual(pages[1]);
	});

	it('gives nothing beyond the last page', async () => {
		const page = await find('firstName', 'Amara', 9);
		expect(page.data).toEqual([]);
		expect(page.links.next).toBeNull();
		expect(page.meta).toMatchObject({ current_page: 9, last_page: 1, from: 0, to: 0, total: 1 });
	});
});

describe('on the Viber channel', () => {
	const encoded = (): string => encodeURIComponent(Buffer.from(contactId).toString('base64'));
	beforeEach(() => {
		service.configure({ channelType: 'viber' });
	});

	it('update and remove tags take Base64 and refuse the plain identifier', async () => {
		const fields = { custom_fields: assignments(1) };
		const statuses = [
			await call('PUT', `/${encoded()}`, fields),
			await call('DELETE', `/${encoded()}/tags`, { tags: ['x'] }),
			await call('PUT', `/${contactId}`, fields),
			await call('DELETE', `/${contactId}/tags`, { tags: ['x'] }),
		].map(({ status }) => status);
		expect(statuses).toEqual([200, 200, 403, 403]);
		expect(service.contacts.get(contactId)?.custom_fields).toMatchObject({ f0: 'x' });
	});

	it('get and add tags take the plain identifier', async () => {
		const statuses = [
			await call('GET', `/${contactId}`),
			await call('POST', `/${contactId}/tags`, { tags: ['x'] }),
			await call('GET', `/${encoded()}`),
			await call('POST', `/${encoded()}/tags`, { tags: ['x'] }),
		].map(({ status }) => status);
		expect(statuses).toEqual([200, 200, 403, 403]);
	});
});
