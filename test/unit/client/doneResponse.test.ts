import { describeResponse } from '../../../nodes/ChannelMessaging/client/doneResponse';
import { apiErrorWith } from './apiErrorWith';
import { apiResponse, textResponse } from './apiResponse';

describe('describeResponse', () => {
	const envelope = { status: 'Success', message: 'Message Sent', data: [] };

	it('returns the documented part of an expected response', () => {
		const response = {
			...apiResponse(envelope),
			documented: envelope,
			missing: 'success',
		} as const;
		expect(describeResponse(response, 'The message was sent')).toBe(envelope);
	});

	const truncated = apiErrorWith('connectionLost', 'unknown');
	const lost = 'it is incomplete (The connection to the service was lost)';

	it.each([
		{
			title: 'an empty response',
			difference: 'it is empty',
			response: { ...textResponse(''), missing: 'id' },
			answer: 'nothing',
		},
		{
			title: 'a text',
			difference: 'it is not a JSON object',
			response: { ...textResponse('OK'), missing: 'id' },
			answer: 'OK',
		},
		{
			title: 'a response without an ID',
			difference: "it has no 'id'",
			response: { ...apiResponse({ a: 1 }), missing: 'id' },
			answer: { a: 1 },
		},
		{
			title: 'an undocumented status',
			difference: "its 'status' is not Success",
			response: { ...apiResponse({ a: 1 }), missing: 'success' },
			answer: { a: 1 },
		},
		{
			title: 'a truncated text',
			difference: lost,
			response: { ...textResponse('{"a'), truncated, missing: 'success' },
			answer: '{"a',
		},
		{
			title: 'a truncated response with all documented fields',
			difference: lost,
			response: { ...apiResponse(envelope), truncated, documented: envelope, missing: 'success' },
			answer: envelope,
		},
	] as const)('returns a warning and the body for $title', ({ difference, response, answer }) => {
		const done = { documented: undefined, ...response };
		expect(describeResponse(done, 'The message was sent')).toEqual({
			warning: `The message was sent. The service returned the status 200, but with an unexpected response: ${difference}.`,
			answer,
		});
	});
});
