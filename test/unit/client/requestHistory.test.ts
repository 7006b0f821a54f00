import { RequestHistory } from '../../../nodes/ChannelMessaging/client/requestHistory';
import { lost, notConnected, rejected } from './testService';

describe('RequestHistory', () => {
	it('fails with an unknown outcome rather than with a later error', () => {
		const history = new RequestHistory(undefined);
		const unknown = lost();
		history.add(unknown);
		history.add(notConnected());

		expect(history.failure(rejected())).toBe(unknown);
	});
});
