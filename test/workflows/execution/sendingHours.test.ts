import { contact, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ contacts: 1 });

const dayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** A day that is neither yesterday, today, nor tomorrow in any time zone. */
const closed = [dayNames[(new Date().getUTCDay() + 3) % 7] ?? ''];
const phone = () => channel.service.contacts.all()[0]?.custom_fields.phone ?? '';

async function sendWithin(
	hours: { days: string[] | string; timezone: string },
	options: { checkWithoutSending?: boolean } = {},
) {
	return await channel.runNode({
		parameters: sendText({
			contactId: contact('={{ $json.phone }}', 'phone'),
			options: {
				...options,
				sendingHours: { hours: { from: '00:00', until: '24:00', ...hours } },
			},
		}),
		items: [closed, dayNames].map((days) => ({ days, phone: phone(), text: 'Hi' })),
	});
}

describe('Sending Hours', () => {
	it.each(['UTC', 'contact'])(
		"an item outside its sending hours does not block another item's message to the same contact (%s)",
		async (timezone) => {
			const { items } = await sendWithin({ days: '={{ $json.days }}', timezone });

			expect(items.map(({ json }) => json.status)).toEqual(['skipped', 'Success']);
			expect(channel.service.messages).toHaveLength(1);
		},
	);

	it.each(['UTC', 'contact'])(
		'Test Without Sending skips contacts outside the sending hours, as a real execution does (%s)',
		async (timezone) => {
			const { hints, items } = await sendWithin(
				{ days: closed, timezone },
				{ checkWithoutSending: true },
			);

			expect(items.map(({ json }) => json)).toMatchObject([
				{ status: 'skipped', reason: 'outsideHours', sendAt: expect.any(String) as string },
				{ status: 'skipped', reason: 'outsideHours' },
			]);
			expect(hints[0]?.message).toBe(
				'Would send 0 messages to 0 contacts. 2 skipped (outside the sending hours)',
			);
		},
	);
});
