import { createChannel } from '../../../nodes/ChannelMessaging/client/channel';
import { type ApiResponse, toApiError } from '../../../nodes/ChannelMessaging/client/response';
import type { SendRequest } from '../../../nodes/ChannelMessaging/client/types';
import {
	addTagsToSaved,
	createContactWithTags,
} from '../../../nodes/ChannelMessaging/operations/chunkedRequests';
import { apiErrorOf } from '../client/apiErrorOf';
import { apiResponse } from '../client/apiResponse';

const customFields = [{ name: 'phone', value: '+34600000001' }];
const created = apiResponse({ data: { id: 'cus_7' } });
const refusal = apiResponse({ status: 'error', message: 'Not today' }, 403);

/** A channel that gives the answers in turn, and then successes; what it was called with. */
function answering(...answers: ApiResponse[]) {
	const called: Array<[path: string, body: unknown]> = [];
	const callApi: SendRequest = async ({ path, body }) => {
		called.push([path, body]);
		const answer = answers.shift() ?? apiResponse({});
		return answer.status < 300 ? await Promise.resolve(answer) : Promise.reject(toApiError(answer));
	};
	return { called, channel: createChannel(callApi, 'other') };
}

describe('a contact that is created with tags', () => {
	it('gets them in chunks, after its identifier is known', async () => {
		const { called, channel } = answering(created);
		const contact = {
			created: jest.fn(() => {
				expect(called).toHaveLength(1);
			}),
		};

		expect(await createContactWithTags(channel, customFields, [['a'], ['b']], contact)).toEqual({
			id: 'cus_7',
			contactId: 'cus_7',
		});
		expect(contact.created).toHaveBeenCalledWith('cus_7');
		expect(called).toEqual([
			['/v1/contact', { custom_fields: customFields }],
			['/v1/contact/cus_7/tags', { tags: ['a'] }],
			['/v1/contact/cus_7/tags', { tags: ['b'] }],
		]);
	});

	it.each([
		[
			[['a']],
			/^The contact was created, but its ID could not be read, so its tags were not added\./,
		],
		[[], /^The contact was created, but its ID could not be read\./],
	])('gets none where its identifier cannot be read: %j', async (tags, warning) => {
		const { called, channel } = answering(apiResponse({ data: {} }));
		const { warning: given } = await createContactWithTags(channel, customFields, tags);
		expect(given).toMatch(warning);
		expect(called).toHaveLength(1);
	});

	it('stays saved where they are refused, so that the outcome of its item is unknown', async () => {
		const { channel } = answering(created, apiResponse({}), refusal);
		const failure = await apiErrorOf(createContactWithTags(channel, customFields, [['a'], ['b']]));
		expect(failure.details).toMatchObject({
			serviceMessage: 'Not today',
			outcome: 'unknown',
			saved: { done: 'created', contactId: 'cus_7', tagging: 'unknown' },
			progress: { requests: 2, requestsDone: 1, noun: 'tags' },
		});
	});
});

it('tags of a contact that was not changed before fail as those of Add Tags do', async () => {
	const { channel } = answering(refusal);
	const failure = await apiErrorOf(addTagsToSaved(channel, 'cus_7', undefined, [['a']]));
	expect(failure.details).toMatchObject({ reason: 'refused', outcome: 'notDone' });
	expect(failure.details).not.toHaveProperty('saved');
});

it('whatever else goes wrong with tags is passed on', async () => {
	const error = new TypeError('Out of memory');
	const addTags = async () => await Promise.reject(error);
	await expect(addTagsToSaved({ addTags }, 'cus_7', 'updated', [['a']])).rejects.toBe(error);
});
