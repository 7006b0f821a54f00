import { createChannel } from '../../../../nodes/ChannelMessaging/client/channel';
import type { ApiResponse } from '../../../../nodes/ChannelMessaging/client/readResponse';
import type { SendRequest } from '../../../../nodes/ChannelMessaging/client/types';
import {
	addTagsToSaved,
	createContactWithTags,
} from '../../../../nodes/ChannelMessaging/operations/contact/saveWithTags';
import { apiErrorOf } from '../../client/apiErrorOf';
import { apiResponse } from '../../client/apiResponse';
import { failed } from '../../client/testService';

/** Returns tags that are added in one request each. */
const tags = (...entries: string[]) => ({ entries, noun: 'tags', maxCount: 1 });
const customFields = [{ name: 'phone', value: '+34600000001' }];
const created = apiResponse({ data: { id: 'cus_7' } });
const rejected = apiResponse({ status: 'error', message: 'Not today' }, 403);

/** Returns a channel that sends the responses in turn, then 200, and the requests that it received. */
function testChannel(...responses: ApiResponse[]) {
	const requests: Array<[path: string, body: unknown]> = [];
	const sendRequest: SendRequest = async ({ path, body }) => {
		requests.push([path, body]);
		const response = responses.shift() ?? apiResponse({});
		return response.status < 300
			? await Promise.resolve(response)
			: Promise.reject(failed(response));
	};
	return { requests, channel: createChannel(sendRequest, 'other') };
}

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
	const { requests, channel } = testChannel(apiResponse({ data: {} }));

	const { warning } = await createContactWithTags(channel, customFields, tags(...entries));

	expect(warning).toMatch(expected);
	expect(requests).toHaveLength(1);
});

it('createContactWithTags fails with an unknown outcome if tags are rejected', async () => {
	const { channel } = testChannel(created, apiResponse({}), rejected);

	const error = await apiErrorOf(createContactWithTags(channel, customFields, tags('a', 'b')));

	expect(error.details).toMatchObject({
		serviceMessage: 'Not today',
		outcome: 'unknown',
		saved: { done: 'created', contactId: 'cus_7', tagging: 'unknown' },
		progress: { requests: 2, requestsDone: 1, noun: 'tags' },
	});
});

it('addTagsToSaved preserves the outcome if the contact was not saved before', async () => {
	const { channel } = testChannel(rejected);

	const { details } = await apiErrorOf(addTagsToSaved(channel, 'cus_7', undefined, tags('a')));

	expect(details).toMatchObject({ reason: 'rejected', outcome: 'notDone' });
	expect(details).not.toHaveProperty('saved');
});

it('addTagsToSaved preserves unexpected errors', async () => {
	const error = new TypeError('Out of memory');
	const addTags = async () => await Promise.reject(error);
	await expect(addTagsToSaved({ addTags }, 'cus_7', 'updated', tags('a'))).rejects.toBe(error);
});
