import { searchesPerHourWarning } from '../../../nodes/ChannelMessaging/execution/searchesPerHourWarning';
import { sharedTimeSlicer } from '../../../nodes/ChannelMessaging/scheduling/timeSlicer';
import { messageItem } from './messageItem';

const sendingHours = {
	hours: { from: '09:00', until: '18:00', days: ['monday'], timezone: 'workflow' },
};

async function warningFor(
	count: number,
	options: object,
	by: 'id' | 'phone' = 'phone',
): Promise<string | undefined> {
	const item = messageItem({ ...options });
	const items = Array.from({ length: count }, (_, index) => ({
		...item,
		kind: 'contact' as const,
		contact:
			by === 'id'
				? { kind: 'id' as const, contactId: String(index) }
				: { kind: 'customField' as const, name: 'phone', value: `+1555010${String(index)}` },
	}));
	return await searchesPerHourWarning(items as never, sharedTimeSlicer.slice());
}

it('searchesPerHourWarning appears if the searches take longer than an hour', async () => {
	expect(await warningFor(5_001, { sendingHours })).toContain(
		'Finding 5,001 contacts takes longer than an hour, which is enough for about 5,000.',
	);
	expect(await warningFor(5_000, { sendingHours })).toBeUndefined();
	expect(await warningFor(5_001, {})).toBeUndefined();
});

const contactsHours = { sendingHours: { hours: { ...sendingHours.hours, timezone: 'contact' } } };

it.each([
	['its time zone', contactsHours],
	['its tags', { sendingHours, skipIfTagged: 'human' }],
])(
	'searchesPerHourWarning appears if each contact with an ID is read for %s',
	async (_, options) => {
		expect(await warningFor(5_001, { sendingHours }, 'id')).toBeUndefined();
		expect(await warningFor(5_001, options, 'id')).toMatch(/every hour, split the list\.$/);
	},
);

it("searchesPerHourWarning suggests IDs only if they don't need requests", async () => {
	expect(await warningFor(5_001, { sendingHours })).toMatch(/select the contacts by ID\.$/);
	expect(await warningFor(5_001, contactsHours)).toMatch(/every hour, split the list\.$/);
});
