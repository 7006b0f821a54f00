import type { IDataObject, INode } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { contactOperation } from './engine/parameters';
import { runNode } from './engine/runNode';

const channel = useChannel({ contacts: 5 });

type Settings = Pick<INode, 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries'>;

async function upsert(items: IDataObject[], settings: Settings = {}, options: IDataObject = {}) {
	return await runNode({
		credential: channel.credential(),
		parameters: contactOperation('upsert', {
			fieldName: 'phone',
			fieldValue: '={{ $json.phone }}',
			customFields: { field: [{ name: 'city', value: '={{ $json.city }}' }] },
			options: options as { resendWhenUnsure?: boolean },
		}),
		items,
		settings,
	});
}

const withPhone = (phone: string) =>
	channel.service.contacts.all().filter(({ custom_fields: fields }) => fields.phone === phone);
const creations = () =>
	channel.service.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/contact');
const loseCreation = (when: 'beforeEffect' | 'afterEffect') => {
	channel.service.faults.add({
		match: { method: 'POST', path: /^\/v1\/contact$/ },
		fault: { kind: 'connectionLost', when },
	});
};

describe('Create or Update', () => {
	it('creates the contact where there is none, with the field by which it is found', async () => {
		const { items } = await upsert([{ phone: '+1', city: 'Lugo' }]);

		const [created] = withPhone('+1');
		expect(created?.custom_fields).toEqual({ phone: '+1', city: 'Lugo' });
		expect(items).toEqual([
			{ json: { id: created?.id, action: 'created' }, pairedItem: { item: 0 } },
		]);
	});

	it('updates the one that exists, and says so', async () => {
		const [first] = channel.service.contacts.all();
		const phone = first?.custom_fields.phone ?? '';

		const { items } = await upsert([{ phone, city: 'Vigo' }]);

		expect(items.map(({ json }) => json)).toEqual([{ id: first?.id, action: 'updated' }]);
		expect(withPhone(phone)).toHaveLength(1);
		expect(withPhone(phone)[0]?.custom_fields.city).toBe('Vigo');
		expect(creations()).toEqual([]);
	});

	it('creates a contact once that two items ask for, and lets the later one win', async () => {
		const { items } = await upsert([
			{ phone: '+1', city: 'Lugo' },
			{ phone: '+2', city: 'Vigo' },
			{ phone: '+1', city: 'Bilbao' },
		]);

		expect(items.map(({ json }) => json.action)).toEqual(['created', 'created', 'updated']);
		expect(items[2]?.json.id).toBe(items[0]?.json.id);
		expect(withPhone('+1')).toHaveLength(1);
		expect(withPhone('+1')[0]?.custom_fields.city).toBe('Bilbao');
	});

	it('does nothing where several contacts match', async () => {
		for (const { id } of channel.service.contacts.all().slice(0, 2)) {
			channel.service.contacts.update(id, [{ name: 'phone', value: '+9' }]);
		}

		const { error } = await upsert([{ phone: '+9', city: 'Lugo' }]);

		expect(error?.message).toBe("2 contacts have the phone '+9' [item 0]");
		expect(channel.service.calls).toHaveLength(1);
	});

	it('refuses another value for the field by which it matches, before anything is done', async () => {
		const { error } = await runNode({
			credential: channel.credential(),
			parameters: contactOperation('upsert', {
				fieldName: 'phone',
				fieldValue: '+1',
				customFields: { field: [{ name: 'phone', value: '+2' }] },
			}),
		});

		expect(error?.message).toBe(
			"'Field Value' and the custom field phone have different values [item 0]",
		);
		expect(channel.service.calls).toEqual([]);
	});
});

describe('Create or Update, when the contact was created but its ID cannot be read', () => {
	it.each([
		['half a JSON', 'application/json', '{"data": {"id"'],
		['a web page', 'text/html', '<h1>Welcome</h1>'],
		['no ID', 'application/json', '{"data": {}}'],
	])('creates it once for all items that mean it (%s)', async (_, contentType, body) => {
		channel.service.faults.add({
			match: { method: 'POST', path: /^\/v1\/contact$/ },
			times: Infinity,
			fault: { kind: 'answer', status: 200, contentType, body },
		});
		channel.service.faults.add({
			match: { method: 'GET' },
			times: Infinity,
			fault: {
				kind: 'answer',
				status: 200,
				contentType: 'application/json',
				body: '{"data":[],"links":{},"meta":{}}',
			},
		});

		const { items } = await upsert(
			['Lugo', 'Vigo', 'Bilbao'].map((city) => ({ phone: '+1', city })),
			{ onError: 'continueRegularOutput' },
		);

		expect(creations()).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			action: 'created',
			warning: expect.stringMatching(
				/^The contact was created .* its ID could not be read/,
			) as string,
		});
		for (const item of [1, 2]) {
			expect(items[item]?.json.error).toMatchObject({
				message: `An earlier item may have created the contact with the phone '+1' [item ${String(item)}]`,
				outcome: 'notDone',
			});
		}
	});
});

describe('Create or Update, when the answer to a creation gets lost', () => {
	const onError = 'continueRegularOutput';

	it.each(['beforeEffect', 'afterEffect'] as const)(
		'creates nobody twice for a further item of the same contact (%s)',
		async (when) => {
			loseCreation(when);

			const { items } = await upsert(
				[
					{ phone: '+1', city: 'Lugo' },
					{ phone: '+1', city: 'Vigo' },
				],
				{ onError },
			);

			expect(creations()).toHaveLength(1);
			expect(items[0]?.json.error).toMatchObject({
				message: expect.stringContaining('The connection to the service was lost') as string,
				outcome: 'unknown',
			});
			if (when === 'afterEffect') {
				expect(items[1]?.json).toMatchObject({ action: 'updated' });
			} else {
				expect(items[1]?.json.error).toMatchObject({
					message: "An earlier item may have created the contact with the phone '+1' [item 1]",
				});
			}
		},
	);

	it('finds out by itself in a further try of n8n whether it had been created', async () => {
		loseCreation('afterEffect');

		const { items } = await upsert([{ phone: '+1', city: 'Lugo' }], {
			onError,
			retryOnFail: true,
			maxTries: 2,
			waitBetweenTries: 1,
		});

		expect(creations()).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({ id: withPhone('+1')[0]?.id, action: 'updated' });
	});

	it('does not create again in a further try what it had created', async () => {
		channel.service.faults.add({
			match: { method: 'POST', path: /^\/v1\/contact$/, nth: 2 },
			fault: { kind: 'status', status: 403, message: 'No' },
			times: 1,
		});

		const { items } = await upsert(
			[
				{ phone: '+1', city: 'Lugo' },
				{ phone: '+2', city: 'Vigo' },
			],
			{ retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
		);

		expect(items.map(({ json }) => json.action)).toEqual(['created', 'created']);
		expect(withPhone('+1')).toHaveLength(1);
		expect(withPhone('+2')).toHaveLength(1);
		expect(creations()).toHaveLength(3);
	});

	it("creates again only where 'Resend When Unsure' is on", async () => {
		loseCreation('beforeEffect');

		const { items } = await upsert(
			[{ phone: '+1', city: 'Lugo' }],
			{ onError },
			{ resendWhenUnsure: true },
		);

		expect(items[0]?.json).toMatchObject({ action: 'created' });
		expect(withPhone('+1')).toHaveLength(1);
	});
});
