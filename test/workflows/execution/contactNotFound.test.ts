import type { INodeParameters } from 'n8n-workflow';

import { useChannel } from '../engine/channel';
import { contact, sendText } from '../../support/fixtures/parameters';
import type { NodeInput } from '../engine/runNode';

const channel = useChannel({ contacts: 3 });

const options = { ifContactNotFound: 'skip' };
const contactId = '={{ $json.contact }}';
const idOf = (index: number) => channel.service.contacts.all()[index]?.id ?? '';
const phoneOf = (index: number) =>
	channel.service.contacts.all()[index]?.custom_fields['phone'] ?? '';

const containing = (text: string): unknown => expect.stringContaining(text);

const skipped = {
	status: 'skipped',
	reason: 'contactNotFound',
	message: "Skipped: No contact has the phone '+000'",
};
const unknownId = { ...skipped, message: 'Skipped: Contact not found' };

async function send(contacts: INodeParameters[], settings: NodeInput['settings'] = {}) {
	return await channel.runNode({
		parameters: sendText({ contactId, options }),
		items: contacts.map((value, row) => ({ contact: value, text: String(row) })),
		settings,
	});
}

describe('If Contact Not Found: Skip', () => {
	it.each(['stopWorkflow', 'continueErrorOutput'] as const)(
		'Skip returns a skipped item and sends the others (On Error: %s)',
		async (onError) => {
			const contacts = [contact('+000', 'phone'), contact(idOf(0)), contact('nobody')];

			const result = await send([...contacts, contact(phoneOf(1), 'phone')], { onError });

			expect(result).toMatchObject({ status: 'success', error: undefined, errorItems: [] });
			expect(result.items).toEqual([
				{ json: skipped, pairedItem: { item: 0 } },
				{ json: expect.objectContaining({ status: 'Success' }) as object, pairedItem: { item: 1 } },
				{ json: unknownId, pairedItem: { item: 2 } },
				{
					json: expect.objectContaining({ contactId: idOf(1) }) as object,
					pairedItem: { item: 3 },
				},
			]);
			expect([...channel.texts].sort()).toEqual(['1', '3']);
		},
	);

	it('Skip also applies to items without a contact, but not to other invalid values', async () => {
		const { items } = await send([contact('', 'phone'), contact(idOf(0))]);
		expect(items).toMatchObject([
			{ json: { status: 'skipped', reason: 'contactMissing', message: containing('is empty') } },
			{ json: { status: 'Success' } },
		]);

		const { error } = await send([contact('city', 'customField'), contact(idOf(0))]);
		expect(error?.message).toContain('must be the name of a custom field and its value');
	});

	it('Skip does not apply to other rejections, and skipped items are not counted as sent', async () => {
		const fault = { kind: 'status', status: 403, message: 'Blocked' } as const;
		channel.service.faults.add({ match: { contactId: idOf(0) }, fault });

		const { error } = await send([contact('nobody'), contact(idOf(0))]);

		expect(error?.message).toBe('Blocked [item 1]');
		expect(error?.description).toContain('Nothing was sent.');
	});
});
