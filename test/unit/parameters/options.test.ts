import type { INodeProperties } from 'n8n-workflow';

import {
	forceCancelSurveyOption,
	idempotencyKeyOption,
	ifContactNotFoundOption,
	optionsField,
	readBooleanOption,
	readItemOptions,
	retryWhenUnsureOption,
} from '../../../nodes/ChannelMessaging/parameters/options';
import { itemParameters } from './itemParameters';
import { parameterErrorOf } from './parameterErrorOf';

const readBoolean = (options: unknown) =>
	readBooleanOption(itemParameters({ options }), forceCancelSurveyOption);

it.each([
	['true', { forceCancelSurvey: true }, true],
	['false', { forceCancelSurvey: false }, false],
	['null as false', { forceCancelSurvey: null }, false],
	['a missing collection as false', undefined, false],
	['a missing option as false', { resendWhenUnsure: true }, false],
])('readBooleanOption reads %s', (_title, options, isOn) => {
	expect(readBoolean(options)).toBe(isOn);
});

it.each([
	['text', 'false'],
	['a number', 1],
])('readBooleanOption rejects %s', (_title, forceCancelSurvey) => {
	expect(parameterErrorOf(() => readBoolean({ forceCancelSurvey }))).toMatchObject({
		message: `'Cancel Running Survey' is '${String(forceCancelSurvey)}', neither true nor false`,
		advice: 'Turn it on or off, or make the expression return true or false without quotes.',
	});
});

describe('readItemOptions', () => {
	const read = (options: unknown, ...offered: INodeProperties[]) =>
		readItemOptions(itemParameters({ options }), offered);

	it.each([
		['no options', undefined, false],
		['Fail', { ifContactNotFound: 'fail' }, false],
		['Skip', { ifContactNotFound: 'skip' }, true],
	])('readItemOptions reads If Contact Not Found: %s', (_title, options, skipsMissingContact) => {
		expect(read(options, ifContactNotFoundOption)).toMatchObject({ skipsMissingContact });
	});

	it('readItemOptions reads Retry When Unsure', () => {
		const { settings } = read({ resendWhenUnsure: true }, retryWhenUnsureOption);
		expect(settings.retryWhenUnsure).toBe(true);
	});

	it('readItemOptions ignores options of other operations', () => {
		const options = { ifContactNotFound: 'skip', resendWhenUnsure: true, sendOnceKey: '17' };
		expect(read(options)).toEqual({
			settings: { timeoutMs: 60_000, retryWhenUnsure: false },
			skipsMissingContact: false,
		});
	});

	it.each([
		['90', 90_000],
		[0.5, 500],
		[3_600, 3_600_000],
	])('readItemOptions converts a timeout of %s seconds', (timeout, timeoutMs) => {
		expect(read({ timeout }).settings.timeoutMs).toBe(timeoutMs);
	});

	it('readItemOptions rejects an expression without a value for the timeout', () => {
		expect(parameterErrorOf(() => read({ timeout: undefined }))).toMatchObject({
			message: "'Timeout (Seconds)' is empty, which is not between 0 and 3600",
		});
	});

	it.each([0, 3_601, Infinity, 'a minute'])('readItemOptions rejects the timeout %s', (timeout) => {
		expect(parameterErrorOf(() => read({ timeout }))).toMatchObject({
			message: `'Timeout (Seconds)' is '${String(timeout)}', which is not between 0 and 3600`,
			advice: 'Enter the maximum number of seconds to wait for a response.',
		});
	});

	it.each([
		['no collection', undefined, undefined],
		['no key', { timeout: 5 }, undefined],
		['a number', { sendOnceKey: 17 }, '17'],
		['text with surrounding spaces', { sendOnceKey: ' ключ\n' }, 'ключ'],
	])('readItemOptions reads Send Once per Key: %s', (_title, options, key) => {
		expect(read(options, idempotencyKeyOption).settings.idempotencyKey).toBe(key);
	});

	it.each([
		['a blank', '  '],
		['a missing', undefined],
	])('readItemOptions rejects %s key', (_title, sendOnceKey) => {
		const error = parameterErrorOf(() => read({ sendOnceKey }, idempotencyKeyOption));
		expect(error.message).toBe("'Send Once per Key' is empty");
	});

	it('readItemOptions rejects text instead of a collection', () => {
		expect(parameterErrorOf(() => read('text'))).toMatchObject({
			message: "'Options' is not a collection of options",
			advice: 'Add the options one by one, and use expressions for their values only.',
		});
	});
});

it('optionsField sorts its options, including the timeout, by name', () => {
	expect(optionsField([retryWhenUnsureOption, forceCancelSurveyOption])).toMatchObject({
		name: 'options',
		type: 'collection',
		default: {},
		options: [{ name: 'forceCancelSurvey' }, { name: 'resendWhenUnsure' }, { name: 'timeout' }],
	});
});
