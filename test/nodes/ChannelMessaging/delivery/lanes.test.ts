import { Halt } from '../../../../nodes/ChannelMessaging/delivery/halt';
import { laneFor, type LaneOwner } from '../../../../nodes/ChannelMessaging/delivery/lanes';

const rate = { limit: 1, windowMilliseconds: 60_000 };

/** Lanes live as long as the process, so each test takes a token of its own. */
const ownerOf = (token: string): LaneOwner => ({ baseUrl: 'https://one.example', token });

describe('the lane of a token', () => {
	it('is the same for every execution', () => {
		expect(laneFor(ownerOf('same'), 'message', rate)).toBe(
			laneFor(ownerOf('same'), 'message', rate),
		);
	});

	it('belongs to no other token', () => {
		expect(laneFor(ownerOf('one'), 'message', rate)).not.toBe(
			laneFor(ownerOf('other'), 'message', rate),
		);
	});

	it('is not the one of the same token at another service', () => {
		const owner = ownerOf('two services');

		expect(laneFor(owner, 'message', rate)).not.toBe(
			laneFor({ ...owner, baseUrl: 'https://other.example' }, 'message', rate),
		);
	});

	it('is one for messages and another one for contacts', () => {
		const owner = ownerOf('two kinds');

		expect(laneFor(owner, 'message', rate)).not.toBe(laneFor(owner, 'contact', rate));
	});

	it('takes over the rate that was asked for last', async () => {
		const owner = ownerOf('another rate');
		const halt = new Halt();
		await laneFor(owner, 'message', rate).permit(halt, false);

		// With the former rate, the second one would have to wait for a minute.
		const second = laneFor(owner, 'message', { ...rate, limit: 2 }).permit(halt, false);
		// The lane looks at once whether there is room; whoever still waits then leaves it.
		await new Promise((resolve) => setImmediate(resolve));
		halt.now();

		expect(await second).toBeDefined();
	});
});
