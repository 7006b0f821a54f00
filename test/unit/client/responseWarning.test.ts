import { responseWarning } from '../../../nodes/ChannelMessaging/client/responseWarning';
import { apiErrorWith } from './apiErrorWith';
import { apiResponse, textResponse } from './apiResponse';

describe('responseWarning', () => {
	const truncated = apiErrorWith('connectionLost', 'unknown');
	const lost = 'it is incomplete (The connection to the service was lost)';

	it.each([
		['an empty response', 'it is empty', { ...textResponse(''), missing: 'id' }, 'nothing'],
		['a text', 'it is not a JSON object', { ...textResponse('OK'), missing: 'id' }, 'OK'],
		[
			'a response without an ID',
			"it has no 'id'",
			{ ...apiResponse({ a: 1 }), missing: 'id' },
			{ a: 1 },
		],
		[
			'an undocumented status',
			"its 'status' is not Success",
			{ ...apiResponse({ a: 1 }), missing: 'success' },
			{ a: 1 },
		],
		['a truncated text', lost, { ...textResponse('{"a'), truncated, missing: 'success' }, '{"a'],
	] as const)('returns a warning and the body for %s', (_title, difference, response, answer) => {
		const done = { documented: undefined, ...response };
		expect(responseWarning(done, 'The message was sent')).toEqual({
			warning: `The message was sent. The service returned the status 200, but with an unexpected response: ${difference}.`,
			answer,
		});
	});
});
