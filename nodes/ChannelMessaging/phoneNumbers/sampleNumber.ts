/** Digits that people enter instead of a real phone number. */
const sampleDigits = ['01234567890', '12345678901234567890', '9876543210'];

/** Returns whether the digits are all the same or part of a sequence. */
export function isSamplePhoneNumber(text: string): boolean {
	const digits = text.replace(/\D/g, '');
	return /^(\d)\1*$/.test(digits) || sampleDigits.some((sample) => sample.includes(digits));
}
