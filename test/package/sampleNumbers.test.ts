import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { exampleNames, readExample, workflowFiles } from '../n8n/examples/exampleFiles';

import { repository } from '../support/repository';

/** Ranges that numbering authorities reserve for fiction, so that their numbers reach no one. */
const fictitiousRanges = [
	// North American Numbering Plan: 555-0100 to 555-0199 in all area codes.
	/^\+1\d{3}55501\d{2}$/,
	// Ofcom: London.
	/^\+442079460\d{3}$/,
	// Bundesnetzagentur: Berlin and Cologne.
	/^\+493023125\d{3}$/,
	/^\+492214710\d{3}$/,
];

/**
 * Numbers of unit tests. Countries whose numbers have two forms reserve no range for fiction, and
 * digits that can also be a German number need one that is valid.
 */
const onlyInUnitTests = [
	/^\+525512345678$/,
	/^\+5511987654321$/,
	/^\+549?1123456789$/,
	/^\+49442079460\d{3,4}$/,
];

/** The parser's tests and its simulation read numbers of many countries, but send no messages. */
const excluded = [
	/^test\/unit\/customFieldValues\//,
	/^test\/unit\/phoneNumbers\//,
	/^tools\/simulation\/history\/arbitraryHistory\.ts$/,
	/numberingPlanData\.ts$/,
	// This file contains the ranges above.
	/^test\/package\/sampleNumbers\.test\.ts$/,
	/^package-lock\.json$/,
];

const textFile = /\.(cjs|csv|html|js|json|md|mjs|ts|txt|ya?ml)$/;

/** Matches the digits of an international number, with separators. */
const international = /(?<![\w+.])(?:\+|00)[1-9](?:[\s().–/-]{0,2}\d){6,16}(?!\w)/g;

/** Matches the digits of an international number without a plus sign. */
const digitsOnly = /(?<![\w.+-])[1-9]\d{10,14}(?![\w.])/g;

/** Returns the valid numbers in a text in E.164 format. */
function validNumbersIn(text: string): string[] {
	const written = [...text.matchAll(international), ...text.matchAll(digitsOnly)];
	return written.flatMap(([number]) => {
		const digits = number.replace(/\D/g, '').replace(/^00/, '');
		const parsed = parsePhoneNumberFromString(`+${digits}`);
		return parsed?.isValid() === true ? [parsed.number] : [];
	});
}

const files = execFileSync('git', ['ls-files'], { cwd: repository, encoding: 'utf8' })
	.split('\n')
	.filter((path) => textFile.test(path) && !excluded.some((pattern) => pattern.test(path)));

it('Valid phone numbers in the repository are in ranges that are reserved for fiction', () => {
	const real = files.flatMap((path) => {
		const allowed = path.startsWith('test/unit/')
			? [...fictitiousRanges, ...onlyInUnitTests]
			: fictitiousRanges;
		return validNumbersIn(readFileSync(join(repository, path), 'utf8'))
			.filter((number) => !allowed.some((range) => range.test(number)))
			.map((number) => `${path}: ${number}`);
	});
	expect(real).toEqual([]);
});

/** Returns the numbers without a country code in sample data, in E.164 format. */
function nationalNumbersIn(sample: unknown): string[] {
	if (typeof sample !== 'object' || sample === null) return [];
	const { phone, country, country_code: code = country } = sample as Record<string, unknown>;
	const found = Object.values(sample).flatMap(nationalNumbersIn);
	if (typeof phone !== 'string' || !/^\d/.test(phone)) return found;
	const number = parsePhoneNumberFromString(phone, code as CountryCode | undefined)?.number;
	return [...found, number ?? `${phone} without a country`];
}

it('Sample numbers without a country code are in ranges that are reserved for fiction', () => {
	const workflows = exampleNames().flatMap((name) =>
		workflowFiles(name).map((file) => readExample(name, file)),
	);
	const numbers = workflows.flatMap(({ pinData }) => nationalNumbersIn(pinData));
	expect(numbers).not.toEqual([]);
	const real = numbers.filter((number) => !fictitiousRanges.some((range) => range.test(number)));
	expect(real).toEqual([]);
});
