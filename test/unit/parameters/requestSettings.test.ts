import { readRequestSettings } from '../../../nodes/ChannelMessaging/parameters/requestSettings';
import { retryWhenUnsureOption } from '../../../nodes/ChannelMessaging/parameters/retryWhenUnsure';
import { itemParameters } from './itemParameters';
import { parameterErrorOf } from './parameterErrorOf';

const read = (options: unknown, offered = [retryWhenUnsureOption]) =>
	readRequestSettings(itemParameters({ options }), offered);

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
	const options = { resendWhenUnsure: true, sendOnceKey: '17' };
	expect(read(options, [])).toEqual(defaults);
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
