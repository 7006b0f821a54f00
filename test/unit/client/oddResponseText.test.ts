import { describeResponse } from '../../../nodes/ChannelMessaging/client/errorMessages';
import { apiErrorWith } from './apiErrorWith';
import { apiResponse, textResponse } from './apiResponse';

const envelope = { status: 'Success', message: 'Message Sent', data: [] };
const truncated = apiErrorWith('connectionLost', 'unknown');
const lost = 'it is incomplete (The connection to the service was lost)';

describe('the output for what was done', () => {
	it('is what the response gives where it is as usual', () => {
		const response = {
			...apiResponse(envelope),
			documented: envelope,
			missing: 'success',
		} as const;
		expect(describeResponse(response, 'The message was sent')).toBe(envelope);
	});

	it.each([
		['it is empty', textResponse(''), 'id', 'nothing'],
		['it is not a JSON object', textResponse('OK'), 'id', 'OK'],
		["it has no 'id'", apiResponse({ a: 1 }), 'id', { a: 1 }],
		["its 'status' is not Success", apiResponse({ a: 1 }), 'success', { a: 1 }],
		[lost, { ...textResponse('{"a'), truncated }, 'success', '{"a'],
		[lost, { ...apiResponse(envelope), truncated, documented: envelope }, 'success', envelope],
	] as const)('is a warning and the body where %s', (difference, response, missing, answer) => {
		const done = { documented: undefined, ...response, missing };
		expect(describeResponse(done, 'The message was sent')).toEqual({
			warning: `The message was sent. The service returned the status 200, but with an unexpected response: ${difference}.`,
			answer,
		});
	});
});
