import { OddResponse } from '../../../nodes/ChannelMessaging/api/oddResponse';
import { describeResponse } from '../../../nodes/ChannelMessaging/texts/oddResponseText';
import { apiErrorWith } from '../api/apiErrorWith';
import { apiResponse, textResponse } from '../api/apiResponse';

describe('the output for what was done', () => {
	it('is the response where it is as usual', () => {
		const envelope = { status: 'Success', message: 'Message Sent', data: [] };
		expect(describeResponse(envelope, 'The message was sent')).toBe(envelope);
	});

	it.each([
		['it is empty', new OddResponse(textResponse(''), { kind: 'empty' }), 'nothing'],
		['it is not a JSON object', new OddResponse(textResponse('OK'), { kind: 'notJson' }), 'OK'],
		["it has no 'id'", new OddResponse(apiResponse({ a: 1 }), { kind: 'noId' }), { a: 1 }],
		[
			"its 'status' is not Success",
			new OddResponse(apiResponse({ a: 1 }), { kind: 'noSuccess' }),
			{ a: 1 },
		],
		[
			'it broke off (The connection to the service was lost)',
			new OddResponse(textResponse('{"a'), {
				kind: 'truncated',
				error: apiErrorWith('connectionLost', 'unknown'),
			}),
			'{"a',
		],
	])('is a warning and the body where %s', (difference, response, answer) => {
		expect(describeResponse(response, 'The message was sent')).toEqual({
			warning: `The message was sent. The service answered 200, but with an unusual response: ${difference}.`,
			answer,
		});
	});
});
