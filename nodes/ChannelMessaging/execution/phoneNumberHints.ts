import { noCountryCode } from '../parameters/values/phoneNumber';
import { quoted } from '../parameters/values/text';

/** The execution hints about phone numbers. */
export class PhoneNumberHints {
	/** The reasons by text: a number that is searched and saved counts once. */
	private readonly rejections = new Map<string, string>();

	private readonly otherSpellings = new Set<string>();

	/** Adds a value that is used as written, and the reason. */
	readonly addRejected = (text: string, rejection: string): void => {
		this.rejections.set(text, rejection);
	};

	/** Adds a contact's phone number that differs from the channel's format. */
	readonly addOtherSpelling = (spelling: string): void => {
		this.otherSpellings.add(spelling);
	};

	messages(): string[] {
		const rejected = [...this.rejections];
		return [
			...this.nationalNumbers(rejected.filter(([, rejection]) => rejection === noCountryCode)),
			...this.otherValues(rejected.filter(([, rejection]) => rejection !== noCountryCode)),
			...this.spellings([...this.otherSpellings]),
		];
	}

	private nationalNumbers([first, ...others]: Array<[string, string]>): string[] {
		if (first === undefined) return [];
		const subject =
			others.length === 0
				? `The phone number ${quoted(first[0])} has no country code and was`
				: `${String(others.length + 1)} phone numbers, such as ${quoted(first[0])}, have no country code and were`;
		return [
			`${subject} used as written. Choose a 'Default Country' in the credential or the options.`,
		];
	}

	private otherValues([first, ...others]: Array<[string, string]>): string[] {
		if (first === undefined) return [];
		const [text, rejection] = first;
		const more = others.length === 0 ? '' : `, and ${String(others.length)} more`;
		return [
			`Used as written instead of as a phone number: ${quoted(text)}, which ${rejection}${more}.`,
		];
	}

	private spellings([first, ...others]: string[]): string[] {
		if (first === undefined) return [];
		const more = others.length === 0 ? '' : ` and ${String(others.length)} more`;
		return [
			`The channel stores the phone number ${quoted(first)}${more} in another format than the credential's 'Phone Number Format'. To avoid additional searches, choose the channel's format.`,
		];
	}
}
