import { pastTimeError } from '../../../nodes/ChannelMessaging/sendAndWait/maxDateAndTime';

it('pastTimeError rejects a question whose wait limit is in the past', () => {
	expect(pastTimeError({ at: Date.now() - 1 })).toMatchObject({
		message: "'Max Date and Time' is in the past",
		advice: 'Choose a later time, so that the contact has time to answer.',
	});
});
