import {
	addTagsToSaved,
	createContactWithTags,
} from '../../../../nodes/ChannelMessaging/operations/contact/saveWithTags';
import { apiErrorWith } from '../../client/apiErrorWith';
import { apiResponse } from '../../client/apiResponse';
import { testChannel } from '../../client/testChannel';

/** Returns tags that are added in one request each. */
const tags = (...entries: string[]) => ({ entries, noun: 'tags', maxCount: 1 });
const customFields = [{ name: 'phone', value: '+442079460001' }];
const created = apiResponse({ data: { id: 'cus_7' } });
const rejected = apiErrorWith('rejected', 'notDone', { serviceMessage: 'Not today' });

it.each([
	[
		'warns that tags were not added if the response contains no ID',
		['a'],
		/^The contact was created, but its ID could not be read, so its tags were not added\./,
	],
	[
		'warns if the response contains no ID',
		[],
		/^The contact was created, but its ID could not be read\./,
	],
])('createContactWithTags %s', async (_title, entries, expected) => {
	const { requests, channel } = testChannel('other', apiResponse({ data: {} }));

	const { warning } = await createContactWithTags(channel, customFields, tags(...entries));

	expect(warning).toMatch(expected);
	expect(requests).toHaveLength(1);
});

it('createContactWithTags fails with an unknown outcome if tags are rejected', async () => {
	const { channel } = testChannel('other', created, apiResponse({}), rejected);
	const creating = createContactWithTags(channel, customFields, tags('a', 'b'));

	await expect(creating).rejects.toMatchObject({
		details: {
			serviceMessage: 'Not today',
			outcome: 'unknown',
			saved: { done: 'created', contactId: 'cus_7', tagging: 'unknown' },
			progress: { requests: 2, requestsDone: 1, noun: 'tags' },
		},
	});
});

it('addTagsToSaved preserves the outcome if the contact was not saved before', async () => {
	const { channel } = testChannel('other', rejected);

	await expect(addTagsToSaved(channel, 'cus_7', undefined, tags('a'))).rejects.toBe(rejected);
});

it('addTagsToSaved preserves unexpected errors', async () => {
	const error = new TypeError('Out of memory');
	const addTags = async () => await Promise.reject(error);
	await expect(addTagsToSaved({ addTags }, 'cus_7', 'updated', tags('a', 'b'))).rejects.toBe(error);
});
