import type { INodeParameters } from 'n8n-workflow';

import { contact, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ contacts: 1 });

const ana = () => channel.service.contacts.all()[0];
const phone = () => ana()?.custom_fields['phone'] ?? '';
const name = () => {
	const { firstName = '', lastName = '' } = ana()?.custom_fields ?? {};
	return `${firstName} ${lastName}`;
};

async function sendTo(contactId: INodeParameters, isTool = false) {
	const parameters = sendText({ contactId, text: 'Hi' });
	const { items, error } = await channel.runNode({ parameters, isTool });
	expect(error).toBeUndefined();
	return items[0]?.json;
}

const listed = (label: string): INodeParameters => ({
	...contact(ana()?.id ?? '', 'list'),
	cachedResultName: label,
});

it("the output of Send contains the contact's name and the value by which the contact was found", async () => {
	const spaced = phone().replace(/(?<=^\+\d{4})/, ' ');

	expect(await sendTo(contact(spaced, 'phone'))).toMatchObject({
		status: 'Success',
		contactId: ana()?.id,
		contactName: name(),
		matchOn: 'phone',
		matchValue: phone(),
	});
});

it('the output of Send contains the name of a contact that was selected from the list', async () => {
	const { id = '' } = ana() ?? {};

	const output = await sendTo(listed(`Ana Souto – ${phone()} – ${id}`));

	expect(output).toMatchObject({ contactId: id, contactName: 'Ana Souto' });
	expect(output).not.toHaveProperty('matchOn');
});

it.each([
	['of a contact without a name', (id: string) => `${phone()} – ${id}`],
	['of another contact', () => 'Ana Souto – 999'],
])('the output of Send contains no name from the label %s', async (_title, label) => {
	expect(await sendTo(listed(label(ana()?.id ?? '')))).not.toHaveProperty('contactName');
});

it("a tool's output contains no name, because its AI model doesn't need it", async () => {
	const output = await sendTo(contact(phone(), 'phone'), true);

	expect(output).toMatchObject({ contactId: ana()?.id });
	expect(output).not.toHaveProperty('contactName');
	expect(output).not.toHaveProperty('matchValue');
});

describe('the contact of a skipped item', () => {
	const byPhone = () => ({ contactName: name(), matchOn: 'phone', matchValue: phone() });
	const setTimeZone = (value: string) => {
		channel.service.contacts.update(ana()?.id ?? '', [{ name: 'timezone', value }]);
	};
	const skippedOf = async (options: INodeParameters) => {
		const { items } = await channel.runNode({
			parameters: sendText({ contactId: contact(phone(), 'phone'), text: 'Hi', options }),
		});
		return items[0]?.json;
	};
	const hours = { from: '9:00', until: '20:00', timezone: 'contact' };
	const dayNames = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

	it('is in the output if the item was skipped outside the sending hours', async () => {
		const days = [dayNames[(new Date().getUTCDay() + 3) % 7] ?? ''];
		setTimeZone('UTC');

		expect(await skippedOf({ sendingHours: { hours: { ...hours, days } } })).toMatchObject({
			...byPhone(),
			status: 'skipped',
			reason: 'outsideHours',
		});
	});

	it.each(['at home', 'BST'])(
		'is in the output if its time zone "%s" is not recognized',
		async (timeZone) => {
			setTimeZone(timeZone);

			expect(await skippedOf({ sendingHours: { hours } })).toMatchObject({
				...byPhone(),
				status: 'skipped',
				reason: 'timeZoneUnknown',
			});
		},
	);

	it('is in the output if its message was already sent', async () => {
		const reject = { kind: 'status', status: 403, message: 'Blocked' } as const;
		const parameters = sendText({ contactId: contact(phone(), 'phone') });
		const items = [{ text: 'Hi' }, { text: 'Bye' }];
		channel.service.faults.add({ match: { path: 'message', nth: 2 }, fault: reject });
		await channel.runNode({ parameters, items, executionId: 'stopped' });

		const { items: output } = await channel.runNode({ parameters, items, executionId: 'next' });

		expect(output.map(({ json }) => json)).toMatchObject([
			{ ...byPhone(), status: 'skipped', reason: 'alreadySent' },
			{ ...byPhone(), status: 'Success' },
		]);
	});
});
