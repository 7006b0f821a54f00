import { randomBytes } from 'node:crypto';

import {
	memorize,
	recall,
	searchKey,
	storedMemory,
} from '../../../nodes/ChannelMessagingTrigger/pollMemory';
import { ParameterError } from '../../../nodes/ChannelMessaging/parameters/parameter';
import type { TriggerSettings } from '../../../nodes/ChannelMessagingTrigger/triggerSettings';
import { match } from './movingChannel';

const place = { search: 'status=lead', polledAt: 1_700_000_000_000 };
const contactsOf = (count: number, content: (index: number) => string = () => '') =>
	new Map(
		Array.from({ length: count }, (_, index) => [
			`cus_${String(48_120_000 + index)}`,
			{ isMissing: index % 7 === 0, content: content(index) },
		]),
	);

it.each([0, 1, 5_000])('%d contacts are known again', async (count) => {
	const known = contactsOf(count, (index) => JSON.stringify({ tags: [`né "${String(index)}"\n`] }));
	const stored: unknown = JSON.parse(JSON.stringify(await memorize(known, place)));
	const memory = storedMemory(stored as Record<string, never>);

	expect(memory).toMatchObject({ version: 1, ...place });
	if (memory !== undefined) expect(await recall(memory)).toEqual(known);
});

it('50,000 identifiers take less than 300,000 characters of n8n’s database', async () => {
	const { contacts } = await memorize(contactsOf(50_000), place);
	expect(contacts.length).toBeLessThan(300_000);
});

it('refuses to remember more than n8n bears', async () => {
	const known = contactsOf(5_000, () => randomBytes(750).toString('base64'));
	await expect(memorize(known, place)).rejects.toThrow(ParameterError);
	await expect(memorize(known, place)).rejects.toThrow('What is watched of 5,000 contacts');
});

it.each([
	{},
	{ version: 0, ...place, contacts: '' },
	{ version: 1, search: 'status=lead', contacts: '' },
	{ version: 1, ...place, contacts: ['1'] },
])('finds none of this version in %j', (data) => {
	expect(storedMemory(data)).toBeUndefined();
});

it.each(['', 'not deflated'])('rejects what is no memory: %p', async (contacts) => {
	await expect(recall({ version: 1, ...place, contacts })).rejects.toThrow();
});

describe('another search begins anew', () => {
	const settings: TriggerSettings = {
		event: 'contactChanges',
		match,
		watched: 'all',
		includeExisting: false,
	};
	const key = searchKey(settings, 'credential');

	it.each<[string, Partial<TriggerSettings>]>([
		['event', { event: 'contactMatches' }],
		['field', { match: { ...match, name: 'city' } }],
		['value', { match: { ...match, value: 'customer' } }],
		['watched fields', { watched: { fields: ['city'], tags: [] } }],
	])('with another %s', (_, changes) => {
		expect(searchKey({ ...settings, ...changes }, 'credential')).not.toBe(key);
	});

	it('with another credential', () => {
		expect(searchKey(settings, 'another')).not.toBe(key);
	});

	it('but not when existing contacts are included', () => {
		expect(searchKey({ ...settings, includeExisting: true }, 'credential')).toBe(key);
	});
});
