import type { INodeProperties } from 'n8n-workflow';

import { createChannel } from '../../../nodes/ChannelMessaging/api/channel';
import type { ContactReference } from '../../../nodes/ChannelMessaging/contacts/contactReference';
import { ParameterError } from '../../../nodes/ChannelMessaging/parameters/parameterError';
import { defineOperation } from '../../../nodes/ChannelMessaging/operations/operation';
import { answeringService } from '../api/answeringService';
import { apiResponse } from '../api/apiResponse';
import { givenParameters } from '../parameters/givenParameters';
import { performPrepared } from './performPrepared';

const settings = { timeout: 60_000, resendWhenUnsure: false };
const colour: INodeProperties = {
	displayName: 'Colour',
	name: 'colour',
	type: 'string',
	default: '',
	displayOptions: { show: { kind: ['painted'] }, hide: { shape: ['none'] } },
};
const shape: INodeProperties = { displayName: 'Shape', name: 'shape', type: 'string', default: '' };

const paint = defineOperation({
	resource: 'contact',
	value: 'paint',
	name: 'Paint',
	action: 'Paint contact',
	description: 'Give a contact a colour',
	wording: { things: 'contacts', participle: 'painted' },
	repetition: 'harmless',
	properties: [colour, shape],
	prepare(parameters) {
		const value = parameters.value('colour');
		if (typeof value !== 'string') throw new ParameterError("'Colour' is no text", 'Enter one.');
		const contact: ContactReference = { kind: 'id', contactId: 'ana' };
		return {
			kind: 'forContact',
			contact,
			perform: async (channel, contactId) => [
				{ colour: value, ...(await channel.getContact(contactId)) },
			],
		};
	},
});

describe('an operation', () => {
	it('shows its parameters where it is chosen, and where they themselves want', () => {
		expect(paint.properties.map(({ displayOptions }) => displayOptions)).toEqual([
			{
				show: { resource: ['contact'], operation: ['paint'], kind: ['painted'] },
				hide: { shape: ['none'] },
			},
			{ show: { resource: ['contact'], operation: ['paint'] } },
			{ show: { resource: ['contact'], operation: ['paint'] } },
		]);
	});

	it('leaves the descriptors alone that it shares with others', () => {
		expect(colour.displayOptions).toEqual({
			show: { kind: ['painted'] },
			hide: { shape: ['none'] },
		});
		expect(shape).not.toHaveProperty('displayOptions');
	});

	it('reads an item without calling anybody, and does what it read later', async () => {
		const { place, calls } = answeringService(apiResponse({ data: { id: 'ana' } }));
		const prepared = paint.prepare(givenParameters({ colour: 'red' }));
		expect(prepared).toMatchObject({ contact: { kind: 'id', contactId: 'ana' }, settings });
		expect(calls).toEqual([]);
		expect(await performPrepared(prepared, createChannel(place, 'other'))).toEqual([
			{ colour: 'red', id: 'ana' },
		]);
		expect(calls).toHaveLength(1);
	});

	it('passes on what is wrong with an item', () => {
		expect(() => paint.prepare(givenParameters({ colour: 7 }))).toThrow("'Colour' is no text");
	});
});
