import { type LinkState, linkStateOf } from '../../../nodes/ChannelMessaging/chat/linkState';
import { requestWaitingLink } from '../../../nodes/ChannelMessaging/chat/retryWhileRunning';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { VirtualClock } from '../../support/virtualClock';

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
	expect(linkStateOf(307, '', '/form-waiting/1/node')).toEqual({ state: 'ended' });
	expect(linkStateOf(307, '', 'https://n8n.example.com/login')).toBeUndefined();
});

describe('requestWaitingLink', () => {
	const request = async (...states: LinkState[]) => {
		const clock = new VirtualClock();
		const requestLink = jest.fn(async () => await Promise.resolve(states.shift() ?? running));
		const session = { clock, cancellation: new CancellationToken() };
		const found = requestWaitingLink(requestLink, 'https://n8n.example.com', session, {
			reply: 'Yes',
		});
		return { state: await clock.run(found), elapsedMs: clock.now(), requestLink };
	};
	const running: LinkState = { state: 'running' };

	it('repeats the request until the execution waits', async () => {
		const { state, requestLink } = await request(running, running, { state: 'ended' });
		expect(state).toEqual({ state: 'ended' });
		expect(requestLink).toHaveBeenCalledTimes(3);
		expect(requestLink).toHaveBeenLastCalledWith('https://n8n.example.com', { reply: 'Yes' });
	});

	it('gives up after 10 seconds', async () => {
		const { state, elapsedMs } = await request();
		expect(state).toEqual(running);
		expect(elapsedMs).toBe(10_000);
	});
});
