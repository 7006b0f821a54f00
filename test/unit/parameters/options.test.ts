import type { INodeProperties } from 'n8n-workflow';

import {
	forceCancelSurveyOption,
	idempotencyKeyOption,
	ifContactNotFoundOption,
	optionsField,
	readItemOptions,
	readBooleanOption,
	retryWhenUnsureOption,
} from '../../../nodes/ChannelMessaging/parameters/options';
import { givenParameters } from './givenParameters';
import { parameterErrorOf } from './parameterErrorOf';

const settings = (options: unknown, offered: INodeProperties[] = []) =>
	readItemOptions(givenParameters({ options }), offered).settings;

describe('a switch among the options', () => {
	const read = (options: unknown) =>
		readBooleanOption(givenParameters({ options }), forceCancelSurveyOption);

	it.each([
		[{ forceCancelSurvey: true }, true],
		[{ forceCancelSurvey: false }, false],
		[{ forceCancelSurvey: null }, false],
		[undefined, false],
		[{ resendWhenUnsure: true }, false],
	])('of %j is %j', (options, isOn) => {
		expect(read(options)).toBe(isOn);
	});

	it.each(['false', '', 1, []])('is never guessed from %j', (forceCancelSurvey) => {
		const fault = parameterErrorOf(() => read({ forceCancelSurvey }));
		expect(fault.message).toBe("'Cancel Running Survey' is neither true nor false");
		expect(fault.advice).toBe(
			'Turn it on or off, or make the expression return true or false without quotes.',
		);
	});
});

describe('what becomes of an item whose contact is not found', () => {
	const skips = (options: unknown, offered: INodeProperties[] = [ifContactNotFoundOption]) =>
		readItemOptions(givenParameters({ options }), offered).skipsMissingContact;

	it('is a failure unless Skip was chosen', () => {
		expect(skips(undefined)).toBe(false);
		expect(skips({ ifContactNotFound: 'fail' })).toBe(false);
		expect(skips({ ifContactNotFound: 'skip' })).toBe(true);
	});

	it('is a failure where Skip is left over from another operation', () => {
		expect(skips({ ifContactNotFound: 'skip' }, [])).toBe(false);
	});
});

describe('the settings of a call', () => {
	it('resend what is unsure where the user wants it and doing it twice matters', () => {
		const options = { resendWhenUnsure: true };
		expect(settings(options, [retryWhenUnsureOption]).retryWhenUnsure).toBe(true);
		expect(settings(options).retryWhenUnsure).toBe(false);
	});

	it.each([
		[undefined, 60_000],
		['90', 90_000],
		[0.5, 500],
		[3_600, 3_600_000],
	])('take %j for a timeout, in seconds', (timeout, milliseconds) => {
		expect(settings({ timeout }).timeoutMs).toBe(milliseconds);
	});

	it.each([0, 3_601, Infinity, 'a minute'])('refuse %s for a timeout', (timeout) => {
		const fault = parameterErrorOf(() => settings({ timeout }));
		expect(fault.message).toBe("'Timeout (Seconds)' is not between 0 and 3600");
		expect(fault.advice).toBe('Enter the maximum number of seconds to wait for a response.');
	});
});

describe('the key that a message is sent once for', () => {
	const read = (options: unknown) => settings(options, [idempotencyKeyOption]);

	it.each([
		[undefined, undefined],
		[{ timeout: 5 }, undefined],
		[{ sendOnceKey: 17 }, '17'],
		[{ sendOnceKey: 'cus_17' }, 'cus_17'],
		[{ sendOnceKey: ' ключ\n' }, 'ключ'],
	])('is, with the options %j, %j', (options, key) => {
		expect(read(options).idempotencyKey).toBe(key);
		expect(settings(options)).not.toHaveProperty('idempotencyKey');
	});

	it.each(['  ', null, undefined])('is refused when it is %j', (sendOnceKey) => {
		const fault = parameterErrorOf(() => read({ sendOnceKey }));
		expect(fault.message).toBe("'Send Once per Key' is empty");
	});
});

describe('the Options collection', () => {
	it.each(['text', ['a list']])('is refused when it is %j', (options) => {
		const fault = parameterErrorOf(() => settings(options));
		expect(fault.message).toBe("'Options' is not a collection of options");
		expect(fault.advice).toBe(
			'Add the options one by one, and use expressions for their values only.',
		);
	});

	it('holds what it was given and the timeout in alphabetical order, and starts empty', () => {
		expect(optionsField([retryWhenUnsureOption, forceCancelSurveyOption])).toMatchObject({
			name: 'options',
			type: 'collection',
			default: {},
			options: [{ name: 'forceCancelSurvey' }, { name: 'resendWhenUnsure' }, { name: 'timeout' }],
		});
	});
});
