import type { INodeProperties } from 'n8n-workflow';

import {
	forceCancelSurveyOption,
	ifContactNotFoundOption,
	optionsField,
	readBooleanOption,
	readRequestSettings,
	readSkipsMissingContact,
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

const offered = [ifContactNotFoundOption, retryWhenUnsureOption];
const read = (options: unknown, properties: INodeProperties[] = offered) =>
	readRequestSettings(itemParameters({ options }), properties);

const defaults = { timeoutMs: 60_000, retryWhenUnsure: false };

it.each([
	[undefined, defaults],
	[{}, defaults],
	[{ resendWhenUnsure: true }, { retryWhenUnsure: true }],
	[{ timeout: '90' }, { timeoutMs: 90_000 }],
	[{ timeout: 0.5 }, { timeoutMs: 500 }],
	[{ timeout: 3_600 }, { timeoutMs: 3_600_000 }],
])('readRequestSettings reads %j as %j', (options, expected) => {
	expect(read(options)).toMatchObject(expected);
});

it('Options of other operations are ignored', () => {
	const options = { ifContactNotFound: 'skip', resendWhenUnsure: true, sendOnceKey: '17' };
	expect(read(options, [])).toEqual(defaults);
	expect(readSkipsMissingContact(itemParameters({ options }), [])).toBe(false);
});

it.each([
	[{}, false],
	[{ ifContactNotFound: 'fail' }, false],
	[{ ifContactNotFound: 'skip' }, true],
])('readSkipsMissingContact reads %j as %s', (options, skips) => {
	expect(readSkipsMissingContact(itemParameters({ options }), offered)).toBe(skips);
});

it.each([undefined, 0, 3_601, Infinity, 'a minute'])(
	'readRequestSettings rejects the timeout %s',
	(timeout) => {
		const shown = timeout === undefined ? 'empty' : `'${String(timeout)}'`;
		expect(parameterErrorOf(() => read({ timeout }))).toMatchObject({
			message: `'Timeout (Seconds)' is ${shown}, which is not between 0 and 3600`,
			advice: 'Enter the maximum number of seconds to wait for a response.',
		});
	},
);

it('readRequestSettings rejects text instead of a collection', () => {
	expect(parameterErrorOf(() => read('text'))).toMatchObject({
		message: "'Options' is not a collection of options",
		advice: 'Add the options one by one, and use expressions for their values only.',
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
