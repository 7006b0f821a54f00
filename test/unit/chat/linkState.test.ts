import { linkStateOf } from '../../../nodes/ChannelMessaging/chat/linkState';

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
])('linkStateOf recognizes a response with status %i: %s', (status, text, state) => {
	expect(linkStateOf(status, text)).toMatchObject(state);
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
])('linkStateOf returns nothing for %s', (_, status, text) => {
	expect(linkStateOf(status, text)).toBeUndefined();
});

it('linkStateOf recognizes an execution that waits at a form', () => {
	expect(linkStateOf(307, '', { location: '/form-waiting/1/node' })).toEqual({ state: 'ended' });
	const login = { location: 'https://n8n.example.com/login' };
	expect(linkStateOf(307, '', login)).toBeUndefined();
});

it('linkStateOf returns nothing if n8n failed after it had called the node', () => {
	const headers = { 'cache-control': 'no-store' };
	expect(linkStateOf(500, json('Failed'), headers)).toBeUndefined();
});
