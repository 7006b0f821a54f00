import {
	readSendingHours,
	sendingHoursOption,
} from '../../../nodes/ChannelMessaging/parameters/sendingHoursOption';
import { optionsOf } from '../../../nodes/ChannelMessaging/parameters/optionsCollection';
import { itemParameters } from './itemParameters';
import { parameterErrorOf } from './parameterErrorOf';

const winter = Date.parse('2026-01-15T12:00:00Z');

function read(hours: object | undefined) {
	const parameters = itemParameters({ options: { sendingHours: hours && { hours } } });
	const option = optionsOf(parameters).get(sendingHoursOption);
	return readSendingHours(option, { timeZone: 'America/New_York' });
}

const workingHours = { from: '08:00', until: '18:00', days: ['monday', 'friday'] };

describe('readSendingHours', () => {
	it('reads hours, days, and the time zone of the workflow', () => {
		const { hours, zone, fallbackZone } = read({ ...workingHours, timezone: 'workflow' });

		expect(hours).toEqual({ from: 480, until: 1_080, days: new Set([1, 5]) });
		expect(zone === 'contact' || zone.offsetAt(winter)).toBe(-300);
		expect(fallbackZone).toBeUndefined();
	});

	it('reads the fallback for contacts without a known time zone', () => {
		const { zone, fallbackZone } = read({
			...workingHours,
			timezone: 'contact',
			ifUnknown: 'workflow',
		});

		expect(zone).toBe('contact');
		expect(fallbackZone?.offsetAt(winter)).toBe(-300);
	});

	it('accepts a time zone from an expression', () => {
		const { zone } = read({ ...workingHours, timezone: 'Europe/Madrid' });

		expect(zone === 'contact' || zone.offsetAt(winter)).toBe(60);
	});

	it.each([
		{ text: '9', minutes: 540 },
		{ text: '9.30', minutes: 570 },
		{ text: ' 09:30:00 ', minutes: 570 },
		{ text: '9h30', minutes: 570 },
		{ text: '9 am', minutes: 540 },
		{ text: '12:15 a.m.', minutes: 15 },
		{ text: '12 PM', minutes: 720 },
		{ text: '11:59pm', minutes: 1_439 },
		{ text: '24:00', minutes: 1_440 },
	])('reads the time "$text"', ({ text, minutes }) => {
		expect(read({ ...workingHours, until: text }).hours.until).toBe(minutes);
	});

	it.each([
		...['', '25:00', '24:30', '9:75', '13 pm', '0 am', 'nine', '900', '-1', '0.25', '0.04'],
		...[0.25, 9.25],
	])('rejects the time "%s"', (from) => {
		expect(parameterErrorOf(() => read({ ...workingHours, from })).message).toMatch(
			/^'From' of 'Sending Hours' is .* which is not a time$/,
		);
	});

	it.each([
		{
			title: 'equal times',
			hours: { ...workingHours, from: '18:00' },
			message: "'From' and 'Until' in 'Sending Hours' are the same",
		},
		{
			title: 'the same midnight',
			hours: { ...workingHours, from: '24:00', until: '00:00' },
			message: "'From' and 'Until' in 'Sending Hours' are the same",
		},
		{
			title: 'no days',
			hours: { ...workingHours, days: [] },
			message: "'Days' of 'Sending Hours' is empty",
		},
		{
			title: 'an unknown day',
			hours: { ...workingHours, days: ['holiday'] },
			message: "'Days' of 'Sending Hours' contains a value that is not a day",
		},
		{
			title: 'an unknown time zone',
			hours: { ...workingHours, timezone: 'Europe/Atlantis' },
			message:
				"'Time Zone' of 'Sending Hours' is 'Europe/Atlantis', which is not a known time zone",
		},
		{
			title: 'a long text as a time zone, which it shortens',
			hours: { ...workingHours, timezone: 'x'.repeat(1_000) },
			message: `'Time Zone' of 'Sending Hours' is '${'x'.repeat(60)}…', which is not a known time zone`,
		},
		{
			title: 'a time zone with several meanings',
			hours: { ...workingHours, timezone: 'BST' },
			message: "'Time Zone' of 'Sending Hours' is 'BST', which can mean several time zones",
		},
		{ title: 'no hours', hours: undefined, message: "'Sending Hours' specifies no hours" },
	])('rejects $title', ({ hours, message }) => {
		expect(parameterErrorOf(() => read(hours)).message).toBe(message);
	});
});
