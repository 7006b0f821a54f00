import type { IDataObject, INode } from 'n8n-workflow';

import { useChannel } from './engine/channel';
import { contactOperation } from '../support/running/parameters';
import { runNode } from './engine/runNode';

const channel = useChannel({ contacts: 5 });

type Settings = Pick<INode, 'onError' | 'retryOnFail' | 'maxTries' | 'waitBetweenTries'>;

const again: Settings = { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };
const onError = 'continueRegularOutput';
const creation = { method: 'POST', path: /^\/v1\/contact$/ } as const;

async function upsert(items: IDataObject[], settings: Settings = {}, resendWhenUnsure = false) {
	return await runNode({
		credential: channel.credential(),
		parameters: contactOperation('upsert', {
			fieldName: 'phone',
			fieldValue: '={{ $json.phone }}',
			customFields: { field: [{ name: 'city', value: '={{ $json.city }}' }] },
			options: { resendWhenUnsure },
		}),
		items,
		settings,
	});
}

const lugo = { phone: '+1', city: 'Lugo' };
const vigo = { phone: '+1', city: 'Vigo' };
const withPhone = (phone: string) => channel.service.contacts.withField('phone', phone);
const creations = () =>
	channel.service.calls.filter(({ method, path }) => method === 'POST' && path === '/v1/contact');

describe('Create or Update', () => {
	it('creates a contact once that two items ask for, and lets the later one win', async () => {
		const { items } = await upsert([lugo, { phone: '+2', city: 'Vigo' }, vigo]);

		expect(items.map(({ json }) => json.action)).toEqual(['created', 'created', 'updated']);
		expect(items[2]?.json.id).toBe(items[0]?.json.id);
		expect(withPhone('+1')).toMatchObject([{ custom_fields: vigo }]);
		expect(creations()).toHaveLength(2);
	});

	it('does nothing where several contacts match', async () => {
		for (const { id } of channel.service.contacts.all().slice(0, 2)) {
			channel.service.contacts.update(id, [{ name: 'phone', value: '+1' }]);
		}

		const { error } = await upsert([lugo]);

		expect(error?.message).toBe("2 contacts have the phone '+1' [item 0]");
		expect(channel.service.calls).toHaveLength(1);
	});

	it('does not create again in a further try what it had created', async () => {
		channel.service.faults.add({
			match: { ...creation, nth: 2 },
			fault: { kind: 'status', status: 403, message: 'No' },
			times: 1,
		});

		const { items } = await upsert([lugo, { phone: '+2', city: 'Vigo' }], again);

		expect(items.map(({ json }) => json.action)).toEqual(['created', 'created']);
		expect(withPhone('+1')).toHaveLength(1);
		expect(withPhone('+2')).toHaveLength(1);
		expect(creations()).toHaveLength(3);
	});

	it('creates a contact once for all items that mean it, though its ID cannot be read', async () => {
		const times = Infinity;
		const odd = { kind: 'answer', status: 200, contentType: 'application/json' } as const;
		channel.service.faults.add({ match: creation, times, fault: { ...odd, body: '{"data": {}}' } });
		channel.service.faults.add({
			match: { method: 'GET' },
			times,
			fault: { ...odd, body: '{"data":[],"links":{},"meta":{}}' },
		});

		const { items } = await upsert([lugo, vigo, vigo], { onError });

		expect(creations()).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({
			action: 'created',
			warning: expect.stringContaining('its ID could not be read') as string,
		});
		for (const { json } of items.slice(1)) {
			expect(json.error).toMatchObject({
				message: expect.stringContaining('An earlier item may have created the contact') as string,
				outcome: 'notDone',
			});
		}
	});
});

describe('Create or Update, when the answer to a creation gets lost', () => {
	const loseCreation = (when: 'beforeEffect' | 'afterEffect') => {
		channel.service.faults.add({ match: creation, fault: { kind: 'connectionLost', when } });
	};

	it.each([
		['beforeEffect', { error: expect.objectContaining({ outcome: 'notDone' }) as object }],
		['afterEffect', { action: 'updated' }],
	] as const)(
		'creates nobody twice for a further item of the same contact (%s)',
		async (when, second) => {
			loseCreation(when);

			const { items } = await upsert([lugo, vigo], { onError });

			expect(creations()).toHaveLength(1);
			expect(items[0]?.json.error).toMatchObject({ outcome: 'unknown' });
			expect(items[1]?.json).toMatchObject(second);
		},
	);

	it('finds out by itself in a further try of n8n whether it had been created', async () => {
		loseCreation('afterEffect');

		const { items } = await upsert([lugo], { onError, ...again });

		expect(creations()).toHaveLength(1);
		expect(items[0]?.json).toMatchObject({ id: withPhone('+1')[0]?.id, action: 'updated' });
	});

	it("creates again only where 'Resend When Unsure' is on", async () => {
		loseCreation('beforeEffect');

		const { items } = await upsert([lugo], { onError }, true);

		expect(items[0]?.json).toMatchObject({ action: 'created' });
		expect(withPhone('+1')).toHaveLength(1);
	});
});
