import { interpretLinkResponse } from '../../../nodes/ChannelMessaging/chat/interpretLinkResponse';

const json = (message: string) => JSON.stringify({ code: 409, message });
const answered = { question: 'answered', workflow: 'Book', node: 'Ask' };

it.each([
	[200, JSON.stringify(answered), { state: 'answered', workflow: 'Book', node: 'Ask' }],
	[410, JSON.stringify({ ...answered, question: 'expired' }), { state: 'expired' }],
	[200, '<html>No action required</html>', { state: 'ended' }],
	[404, json('The execution "1" does not exist.'), { state: 'deleted' }],
	[409, json('The execution "1" is running already.'), { state: 'running' }],
	[409, json('The execution "1" has finished with error.'), { state: 'deleted' }],
	[409, json('The execution "1 has finished already.'), { state: 'ended' }],
	[500, json('Cannot read properties of undefined'), { state: 'unreadable', status: 500 }],
])('interpretLinkResponse recognizes a response with status %i: %s', (status, text, state) => {
	expect(interpretLinkResponse(status, text)).toMatchObject(state);
});

it.each([
	['a question that n8n could not resume', 500, JSON.stringify(answered)],
	['an invalid signature', 401, '{"error":"Invalid token"}'],
	['a page of a proxy', 200, '<html>Sign in</html>'],
	['an unknown path', 404, json('The requested webhook is not registered.')],
	['a starting n8n', 503, '{"message":"Database is not ready!"}'],
	['an unknown state', 200, JSON.stringify({ ...answered, question: 'other' })],
	['no names', 200, '{"question":"answered"}'],
	['nothing', 200, ''],
])('interpretLinkResponse returns nothing for %s', (_, status, text) => {
	expect(interpretLinkResponse(status, text)).toBeUndefined();
});

it('interpretLinkResponse recognizes an execution that waits at a form', () => {
	expect(interpretLinkResponse(307, '', { location: '/form-waiting/1/node' })).toEqual({
		state: 'ended',
	});
	const login = { location: 'https://n8n.example.com/login' };
	expect(interpretLinkResponse(307, '', login)).toBeUndefined();
});

it('interpretLinkResponse returns nothing if n8n failed after it had called the node', () => {
	const headers = { 'cache-control': 'no-store' };
	expect(interpretLinkResponse(500, json('Failed'), headers)).toBeUndefined();
});
