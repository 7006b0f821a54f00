import {
	campaignOption,
	idempotencyKeyOption,
	readSendOnce,
} from '../../../nodes/ChannelMessaging/parameters/sendOnceOptions';
import { itemParameters } from './itemParameters';
import { parameterErrorOf } from './parameterErrorOf';

const offered = [campaignOption, idempotencyKeyOption];

const read = (options: object, properties = offered) =>
	readSendOnce(itemParameters({ options }), properties);

describe('readSendOnce', () => {
	it.each([
		{ options: {}, once: undefined, title: 'no option' },
		{ options: { sendOnceKey: 17 }, once: { kind: 'key', key: '17' }, title: 'a numeric key' },
		{
			options: { sendOnceKey: ' ключ\n' },
			once: { kind: 'key', key: 'ключ' },
			title: 'a key with spaces around it',
		},
		{
			options: { sendOnceKey: 'A\u200B-17 cafe\u0301' },
			once: { kind: 'key', key: 'A-17 caf\u00E9' },
			title: 'a key that looks the same as another one',
		},
		{
			options: { campaign: 'Fru\u0308hling\u00AD' },
			once: { kind: 'campaign', campaign: 'Fr\u00FChling' },
			title: 'a campaign that looks the same as another one',
		},
		{
			options: { campaign: ' Spring menu ' },
			once: { kind: 'campaign', campaign: 'Spring menu' },
			title: 'a campaign',
		},
	])('reads $title', ({ options, once }) => {
		expect(read(options)).toEqual(once);
	});

	it('ignores options that the operation does not offer', () => {
		expect(read({ sendOnceKey: '17', campaign: 'Spring menu' }, [])).toBeUndefined();
	});

	it.each([
		{ options: { sendOnceKey: ' ' }, message: "'Send Once per Key' is empty" },
		{ options: { sendOnceKey: '\u200B' }, message: "'Send Once per Key' is empty" },
		{ options: { campaign: '' }, message: "'Send Once per Contact' is empty" },
		{ options: { campaign: null }, message: "'Send Once per Contact' is empty" },
		{
			options: { sendOnceKey: '17', campaign: 'Spring menu' },
			message: "'Send Once per Key' and 'Send Once per Contact' are both set",
		},
	])('rejects the options with the message: $message', ({ options, message }) => {
		expect(parameterErrorOf(() => read(options)).message).toBe(message);
	});
});
