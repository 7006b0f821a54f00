import { forceCancelSurveyOption } from '../../../nodes/ChannelMessaging/parameters/forceCancelSurvey';
import {
	optionsField,
	readBooleanOption,
} from '../../../nodes/ChannelMessaging/parameters/optionsCollection';
import { retryWhenUnsureOption } from '../../../nodes/ChannelMessaging/parameters/retryWhenUnsure';
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

it('readBooleanOption rejects text instead of a collection', () => {
	expect(parameterErrorOf(() => readBoolean('text'))).toMatchObject({
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
