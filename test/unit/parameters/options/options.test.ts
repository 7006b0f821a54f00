import type { INodeProperties } from 'n8n-workflow';

import {
	forceCancelSurveyOption,
	optionsField,
	readCallSettings,
	readSwitch,
	resendWhenUnsureOption,
	timeoutOption,
} from '../../../../nodes/ChannelMessaging/parameters/options/options';
import { parameterErrorOf } from '../parameterErrorOf';
import { givenParameters } from '../givenParameters';

const settings = (options: unknown, offered: INodeProperties[] = []) =>
	readCallSettings(givenParameters({ options }), offered);

describe('a switch among the options', () => {
	const read = (options: unknown) =>
		readSwitch(givenParameters({ options }), forceCancelSurveyOption);

	it.each([
		[{ forceCancelSurvey: true }, true],
		[{ forceCancelSurvey: false }, false],
		[{}, false],
		[undefined, false],
		[{ forceCancelSurvey: null }, false],
		[{ resendWhenUnsure: true }, false],
	])('of %j is %j', (options, isOn) => {
		expect(read(options)).toBe(isOn);
	});

	it.each(['true', 'false', '', 0, 1, [], {}])('is never guessed from %j', (forceCancelSurvey) => {
		const fault = parameterErrorOf(() => read({ forceCancelSurvey }));
		expect(fault.message).toBe("'Cancel Running Survey' is neither true nor false");
		expect(fault.advice).toBe(
			'Turn it on or off, or have the expression give true or false without quotes.',
		);
	});
});

describe('the settings of a call', () => {
	it('wait a minute and resend nothing, unless told otherwise', () => {
		expect(settings({})).toEqual({ timeout: 60_000, resendWhenUnsure: false });
	});

	it.each([
		[5, 5_000],
		['90', 90_000],
		[0.5, 500],
		[3_600, 3_600_000],
		[null, 60_000],
	])('take %j for a timeout, in seconds', (timeout, milliseconds) => {
		expect(settings({ timeout }).timeout).toBe(milliseconds);
	});

	it.each([
		['zero', 0],
		['less than zero', -1],
		['more than an hour', 3_601],
		['endlessness', Infinity],
		['no number', NaN],
		['words', 'a minute'],
		['empty text', ''],
		['a list', [30]],
		['an object', {}],
		['an object that cannot become a number', { valueOf: 1, toString: 1 }],
	])('refuse %s for a timeout', (_, timeout) => {
		const fault = parameterErrorOf(() => settings({ timeout }));
		expect(fault.message).toBe("'Timeout' is not between 0 and 3600 seconds");
		expect(fault.advice).toBe('Enter how many seconds to wait for an answer of the service.');
	});

	it('resend what is unsure when the user wants it', () => {
		const toSend = settings({ resendWhenUnsure: true }, [resendWhenUnsureOption]);
		expect(toSend.resendWhenUnsure).toBe(true);
	});

	it('know nothing of what another operation has left over', () => {
		expect(settings({ resendWhenUnsure: 'left over', sendOnceKey: '' })).toEqual(settings({}));
	});

	it('refuse a wish to resend that is neither true nor false', () => {
		expect(
			parameterErrorOf(() => settings({ resendWhenUnsure: 'yes' }, [resendWhenUnsureOption]))
				.message,
		).toBe("'Resend When Unsure' is neither true nor false");
	});
});

describe('the Options collection', () => {
	it.each(['text', 5, ['a list']])('is refused when it is %j', (options) => {
		const fault = parameterErrorOf(() => settings(options));
		expect(fault.message).toBe("'Options' is not a collection of options");
		expect(fault.advice).toBe(
			'Add the options one by one, and use expressions for their values only.',
		);
	});

	it('holds what it was given in alphabetical order, and starts empty', () => {
		expect(optionsField([timeoutOption, resendWhenUnsureOption])).toMatchObject({
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			default: {},
			placeholder: 'Add Option',
			options: [
				{ name: 'resendWhenUnsure', default: false },
				{ name: 'timeout', default: 60 },
			],
		});
	});
});
