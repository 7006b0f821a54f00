import type { LinkState } from '../../../nodes/ChannelMessaging/chat/interpretLinkResponse';
import { retryWhileRunning } from '../../../nodes/ChannelMessaging/chat/retryWhileRunning';
import { CancellationToken } from '../../../nodes/ChannelMessaging/scheduling/cancellationToken';
import { VirtualClock } from '../../support/virtualClock';

describe('retryWhileRunning', () => {
	const request = async (...states: LinkState[]) => {
		const clock = new VirtualClock();
		const requestLink = jest.fn(async () => await Promise.resolve(states.shift() ?? running));
		const session = { clock, cancellation: new CancellationToken(), requestLink };
		const found = retryWhileRunning(session, 'https://n8n.example.com', {
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

	it('repeats the request if n8n could not read the execution', async () => {
		const unreadable = { state: 'unreadable', status: 500 } as const;
		const { state } = await request(unreadable, { state: 'ended' });
		expect(state).toEqual({ state: 'ended' });
		await expect(request(...Array<LinkState>(50).fill(unreadable))).rejects.toMatchObject({
			outcome: 'notDone',
			details: { reason: 'linkRejected', status: 500, address: 'https://n8n.example.com' },
		});
	});

	it('gives up after 10 seconds', async () => {
		const { state, elapsedMs } = await request();
		expect(state).toEqual(running);
		expect(elapsedMs).toBe(10_000);
	});
});
