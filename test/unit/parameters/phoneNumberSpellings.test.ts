import { spellPhoneNumber } from '../../../nodes/ChannelMessaging/parameters/phoneNumber';

describe('spellPhoneNumber', () => {
	it.each([
		['e164', '0034 600 000 001', '+34600000001', ['34600000001', '0034 600 000 001']],
		['digits', ' +34600000001', '34600000001', ['+34600000001']],
		['digits', '34600000001', '34600000001', ['+34600000001']],
		['e164', '600 000 001', '+34600000001', ['34600000001', '600 000 001']],
	] as const)(
		'returns the number in the format %s, and its other spellings, for %s',
		(format, text, value, otherSpellings) => {
			const settings = { format, defaultCountryCode: '34' };
			expect(spellPhoneNumber(text, settings)).toEqual({ value, otherSpellings });
		},
	);

	it.each([
		['600 000 001', undefined, 'has no country code'],
		['+34 600 000 001 ext. 5', '34', 'is not a phone number'],
	])('returns %s unchanged, and reports that it %3$s', (text, defaultCountryCode, rejection) => {
		const rejected: string[][] = [];
		const onRejected = (...reported: string[]) => void rejected.push(reported);
		const settings = { format: 'e164', defaultCountryCode, onRejected } as const;
		expect(spellPhoneNumber(text, settings)).toEqual({ value: text });
		expect(rejected).toEqual([[text, rejection]]);
	});

	it('accepts a number that already has the format of digits', () => {
		const settings = { format: 'digits', onRejected: jest.fn() } as const;
		expect(spellPhoneNumber('34600000001', settings)).toEqual({
			value: '34600000001',
			otherSpellings: ['+34600000001'],
		});
		expect(settings.onRejected).not.toHaveBeenCalled();
	});

	it('returns every text unchanged if the format is As Written', () => {
		const onRejected = jest.fn();
		const settings = { format: 'asWritten', defaultCountryCode: '34', onRejected } as const;
		for (const text of ['0034 600 000 001', '600 000 001', 'call me']) {
			expect(spellPhoneNumber(text, settings)).toEqual({ value: text });
		}
		expect(onRejected).not.toHaveBeenCalled();
	});
});
