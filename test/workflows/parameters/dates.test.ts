import { DateTime } from 'luxon';
import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { contact, contactOperation, sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ contacts: 0 });

const iso = '2026-02-28T22:30:00.000+02:00';
const utc = '2026-02-28T20:30:00.000Z';
const luxonExpression = `DateTime.fromISO('${iso}', { setZone: true })`;
const phone = '+15550100001';
const create = (changes: INodeParameters) => contactOperation('create', changes);

/** Items with a date as a database node returns it, which is no JSON. */
const withDate = (value: unknown): IDataObject[] => [{ phone, joined: value as Date }];

it.each([
	['a JavaScript date', new Date(utc), utc],
	['a Luxon date', DateTime.fromISO(iso, { setZone: true }), iso],
])('%s is saved as ISO text, however it is mapped', async (_, date, text) => {
	for (const parameters of [
		create({ mappingMode: 'autoMapInputData' }),
		create({
			mappingMode: 'json',
			customFieldsJson: '={{ { phone: $json.phone, joined: $json.joined } }}',
		}),
		create({
			customFields: {
				field: [
					{ name: 'phone', value: '={{ $json.phone }}' },
					{ name: 'joined', value: '={{ $json.joined }}' },
				],
			},
		}),
	]) {
		channel.service.reset();
		const { error } = await channel.runNode({ parameters, items: withDate(date) });

		expect(error).toBeUndefined();
		expect(channel.service.contacts.all()[0]?.custom_fields).toEqual({ phone, joined: text });
	}
});

it.each<[string, string, string]>([
	['a JavaScript date', `new Date('${utc}')`, utc],
	['a Luxon date', luxonExpression, iso],
])('%s is accepted as a text, a tag, and a list of tags', async (_, expression, text) => {
	const id = channel.service.contacts.create([{ name: 'phone', value: phone }]);
	const contactId = contact(id);

	await channel.runNode({ parameters: sendText({ contactId, text: `={{ ${expression} }}` }) });
	for (const tagList of [`={{ ${expression} }}`, `={{ [${expression}] }}`]) {
		const { error } = await channel.runNode({
			parameters: contactOperation('addTags', { contactId, specifyTags: 'list', tagList }),
		});

		expect(error).toBeUndefined();
	}

	expect(channel.texts).toEqual([text]);
	expect(channel.service.contacts.all()[0]?.tags).toEqual([text]);
});

it.each([
	['JavaScript', new Date('soon')],
	['Luxon', DateTime.fromISO('soon')],
])('an invalid date of %s is rejected', async (_, date) => {
	const { error } = await channel.runNode({
		parameters: create({ mappingMode: 'autoMapInputData' }),
		items: withDate(date),
	});

	expect(error?.message).toMatch(
		/^'joined' of the input item.* is an invalid date \[item 0: \+15550100001\]$/,
	);
	expect(channel.service.requests).toEqual([]);
});

it.each<[string, IDataObject]>([
	['a number that lost digits', { phone, codes: [2 ** 53] }],
	['no number', { phone, codes: [NaN] }],
])('%s in a list is rejected by Map Automatically', async (_, item) => {
	const { error } = await channel.runNode({
		parameters: create({ mappingMode: 'autoMapInputData' }),
		items: [item],
	});

	expect(error?.message).toMatch(/^'codes' of the input item, which 'Mapping Mode' maps, is '/);
	expect(channel.service.requests).toEqual([]);
});
