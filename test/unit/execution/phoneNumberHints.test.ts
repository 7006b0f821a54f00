import { PhoneNumberHints } from '../../../nodes/ChannelMessaging/execution/executionHints';
import { noCountryCode } from '../../../nodes/ChannelMessaging/parameters/phoneNumber';

describe('PhoneNumberHints', () => {
	it('has no messages if all numbers were normalized and found', () => {
		expect(new PhoneNumberHints().messages()).toEqual([]);
	});

	it('counts each value once, with the first as an example', () => {
		const hints = new PhoneNumberHints();
		for (const text of ['600 000 001', '600 000 001', '600 000 002']) {
			hints.addRejected(text, noCountryCode);
		}
		hints.addRejected('call me', 'is not a phone number');
		hints.addRejected('+34 6', 'has too few or too many digits for the country code +34');
		for (const spelling of ['34600000001', '34600000002', '34600000001']) {
			hints.addOtherSpelling(spelling);
		}
		expect(hints.messages()).toEqual([
			"2 phone numbers, such as '600 000 001', have no country code and were used as written. Choose a 'Default Country' in the credential or the options.",
			"Used as written instead of as a phone number: 'call me', which is not a phone number, and 1 more.",
			"The channel stores the phone number '34600000001' and 1 more in another format than the credential's 'Phone Number Format'. To avoid additional searches, choose the channel's format.",
		]);
	});
});
