import {
	idempotencyKeyOption,
	readCallSettings,
} from '../../../../nodes/ChannelMessaging/parameters/options/options';
import { parameterErrorOf } from '../parameterErrorOf';
import { givenParameters } from '../givenParameters';

const read = (options: unknown) =>
	readCallSettings(givenParameters({ options }), [idempotencyKeyOption]).idempotencyKey;

describe('the key that a message is sent once for', () => {
	it.each([{}, { timeout: 5 }, undefined])('is none with the options %j', (options) => {
		expect(read(options)).toBeUndefined();
	});

	it.each([
		['order-17', 'order-17'],
		[17, '17'],
		[' 17 ', ' 17 '],
		['ключ', 'ключ'],
	])('is read from %j', (sendOnceKey, key) => {
		expect(read({ sendOnceKey })).toBe(key);
	});

	it.each([[''], ['  '], [null], [undefined]])('is refused when it is %j', (sendOnceKey) => {
		const fault = parameterErrorOf(() => read({ sendOnceKey }));
		expect(fault.message).toBe("'Send Once Per Key' is empty");
	});

	it.each([[['a']], [{ id: 1 }]])('is refused when it is %j, which is no text', (sendOnceKey) => {
		expect(parameterErrorOf(() => read({ sendOnceKey })).message).toContain(
			"'Send Once Per Key' is",
		);
	});
});
