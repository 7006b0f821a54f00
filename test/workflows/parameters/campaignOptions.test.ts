import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { sendText } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ acceptUnknownContacts: true });

const hours = { from: '00:00', until: '24:00', timezone: 'workflow' };
const sendingHours = (values: INodeParameters) => ({
	sendingHours: { hours: { ...hours, ...values } },
});
const delay = (delayBefore: number | string) => ({
	furtherMessages: { message: [{ messageType: 'text', text: 'Bye', delayBefore }] },
});

interface InvalidOption {
	description: string;
	options: INodeParameters;
	message: string;
	/** Whether the node records a key before sending. The engine has no database for it. */
	isKeyed?: boolean;
	/** The values of an item that make the option valid, and those that make it invalid. */
	valid?: IDataObject;
	invalid?: IDataObject;
}

const campaign = "'Send Once per Contact'";
const pace = "'Messages per Minute'";
const hoursLabel = "'Sending Hours'";

/** A fixed value is invalid for all items, and an expression only for some of them. */
const fixedOptions: InvalidOption[] = [
	{
		description: 'an empty campaign name',
		options: { campaign: '' },
		message: `${campaign} is empty`,
	},
	{
		description: 'a campaign name of spaces',
		options: { campaign: ' \n' },
		message: `${campaign} is empty`,
	},
	{
		description: 'a campaign name with an expression in fixed text',
		options: { campaign: 'Menu {{ $json.year }}' },
		message: `${campaign} is fixed text, but contains an expression`,
	},
	{
		description: 'equal hours',
		options: sendingHours({ from: '9:00', until: '09:00' }),
		message: `'From' and 'Until' in ${hoursLabel} are the same`,
	},
	{
		description: 'the end of the day twice',
		options: sendingHours({ from: '24:00', until: '24:00' }),
		message: `'From' and 'Until' in ${hoursLabel} are the same`,
	},
	{
		description: 'midnight in two spellings',
		options: sendingHours({ from: '24:00', until: '0:00' }),
		message: `'From' and 'Until' in ${hoursLabel} are the same`,
	},
	{
		description: 'an empty time',
		options: sendingHours({ from: '' }),
		message: `'From' of ${hoursLabel} is empty, which is not a time`,
	},
	{
		description: 'a text that is no time',
		options: sendingHours({ until: '25:00' }),
		message: `'Until' of ${hoursLabel} is '25:00', which is not a time`,
	},
	{
		description: 'hours without days',
		options: sendingHours({ days: [] }),
		message: `'Days' of ${hoursLabel} is empty`,
	},
	{
		description: 'no hours',
		options: { sendingHours: {} },
		message: `${hoursLabel} specifies no hours`,
	},
	{
		description: 'an unknown time zone',
		options: sendingHours({ timezone: 'Europe/Atlantis' }),
		message: `'Time Zone' of ${hoursLabel} is 'Europe/Atlantis', which is not a known time zone`,
	},
	{
		description: 'a pace of 0',
		options: { messagesPerMinute: 0 },
		message: `${pace} is '0', which is not between 1 and 600`,
	},
	{
		description: 'a negative pace',
		options: { messagesPerMinute: -1 },
		message: `${pace} is '-1', which is not between 1 and 600`,
	},
	{
		description: "a pace above the channel's limit",
		options: { messagesPerMinute: 601 },
		message: `${pace} is '601', which is not between 1 and 600`,
	},
	{
		description: 'a negative delay',
		options: delay(-1),
		message: "'Delay Before (Seconds)' of message 1 in 'Further Messages' is '-1'",
	},
	{
		description: 'a delay of more than a minute',
		options: delay(61),
		message: "'Delay Before (Seconds)' of message 1 in 'Further Messages' is '61'",
	},
];

const expressions: InvalidOption[] = [
	{
		description: 'an empty campaign name',
		options: { campaign: '={{ $json.value }}' },
		message: `${campaign} is empty`,
		isKeyed: true,
		valid: { value: 'Menu' },
		invalid: { value: '' },
	},
	{
		description: 'a campaign name with an empty expression part',
		options: { campaign: '=Menu {{ $json.value }}' },
		message: `${campaign} is incomplete`,
		isKeyed: true,
		valid: { value: 2026 },
		invalid: {},
	},
	{
		description: 'equal hours',
		options: sendingHours({ from: '={{ $json.value }}' }),
		message: `'From' and 'Until' in ${hoursLabel} are the same`,
		valid: { value: '0:00' },
		invalid: { value: '24:00' },
	},
	{
		description: 'no time',
		options: sendingHours({ until: '={{ $json.value }}' }),
		message: `'Until' of ${hoursLabel} is`,
		valid: { value: '24:00' },
		invalid: {},
	},
	{
		description: 'an unknown time zone',
		options: sendingHours({ timezone: '={{ $json.value }}' }),
		message: `'Time Zone' of ${hoursLabel} is 'Europe/Atlantis'`,
		valid: { value: 'Europe/Madrid' },
		invalid: { value: 'Europe/Atlantis' },
	},
	{
		description: 'a pace of 0',
		options: { messagesPerMinute: '={{ $json.value }}' },
		message: `${pace} is '0'`,
		valid: { value: 600 },
		invalid: { value: 0 },
	},
	{
		description: 'a missing pace',
		options: { messagesPerMinute: '={{ $json.value }}' },
		message: pace,
		valid: { value: 600 },
		invalid: {},
	},
	{
		description: 'a negative delay',
		options: delay('={{ $json.value }}'),
		message: "'Delay Before (Seconds)' of message 1 in 'Further Messages' is '-1'",
		valid: { value: 0 },
		invalid: { value: -1 },
	},
	{
		description: 'a missing delay',
		options: delay('={{ $json.value }}'),
		message: "'Delay Before (Seconds)' of message 1 in 'Further Messages' is",
		valid: { value: 0 },
		invalid: {},
	},
];

const rows = (values: IDataObject[]) =>
	values.map((value, index) => ({
		...value,
		contactId: String(index),
		text: `Hi ${String(index)}`,
	}));
const limit = { messagesPerSecond: 10 };

describe('an invalid campaign option', () => {
	it.each(fixedOptions)(
		'stops the execution before anything is sent: $description',
		async ({ options, message }) => {
			const parameters = sendText({ options });

			const { error } = await channel.runNode({ parameters, items: rows([{}, {}]) }, limit);

			expect(error?.message).toContain(message);
			expect(error?.description).toContain('Nothing was sent.');
			expect(channel.service.requests).toEqual([]);
		},
	);

	it.each(expressions)(
		'in the last item stops the execution before anything is sent: $description',
		async ({ options, message, valid = {}, invalid = {} }) => {
			const parameters = sendText({ options });
			const items = rows([valid, valid, invalid]);

			const { error } = await channel.runNode({ parameters, items }, limit);

			expect(error?.message).toContain(message);
			expect(error?.message).toContain('[item 2]');
			expect(channel.service.requests).toEqual([]);
		},
	);

	it.each(expressions)(
		'fails only its own item if the node continues: $description',
		async ({ options, message, isKeyed = false, valid = {}, invalid = {} }) => {
			const { items, status } = await channel.runNode(
				{
					parameters: sendText({ options }),
					items: rows([valid, invalid, valid]),
					settings: { onError: 'continueRegularOutput' },
				},
				limit,
			);

			expect(status).toBe('success');
			const rejected = items.filter(({ json }) => JSON.stringify(json).includes(message));
			expect(rejected.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 1 }]);
			const sent = channel.texts.filter((text) => text !== 'Bye');
			expect(sent).toEqual(isKeyed ? [] : ['Hi 0', 'Hi 2']);
		},
	);
});
