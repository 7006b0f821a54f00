import { notStarted } from '../../../nodes/ChannelMessaging/api/notStarted';

it('a call that was not made is known not to have been done', () => {
	const failure = notStarted();
	expect(failure).toMatchObject({ reason: 'cancelled', outcome: 'notDone' });
	expect(failure.message).toBe('The call was not made, because the execution had been stopped');
	expect(failure.description).toBe('Run the workflow again for the items that were left out.');
});
