import { readCustomFieldMatch } from '../../../nodes/ChannelMessaging/parameters/matchOnField';
import { itemParameters } from './itemParameters';
import { parameterErrorOf } from './parameterErrorOf';

describe('readCustomFieldMatch', () => {
	const valid = { fieldName: 'phone', fieldValue: '+442079460001' };
	const readMatch = (values: Record<string, unknown>) =>
		readCustomFieldMatch(itemParameters({ ...valid, ...values }));

	it.each([
		[{}, { name: 'phone', value: '+442079460001' }],
		[{ fieldName: { mode: 'list', value: 'city' } }, { name: 'city' }],
		[{ fieldName: { mode: 'name', value: 'city' } }, { name: 'city' }],
		[
			{ fieldValue: '0044 2079460001' },
			{ value: '+442079460001', otherValues: ['442079460001', '0044 2079460001'] },
		],
		[{ fieldName: 'city', fieldValue: '0044 2079460001' }, { value: '0044 2079460001' }],
	])('readCustomFieldMatch reads %j as %j', (values, match) => {
		expect(readMatch(values)).toMatchObject(match);
	});

	it.each([
		[{ fieldName: undefined }, "'Match On' is empty"],
		[{ fieldName: { mode: 'list', value: '' } }, "'Match On' is empty"],
		[{ fieldValue: ' ' }, "'Match Value' is empty"],
	])('readCustomFieldMatch rejects %j: %s', (values, message) => {
		expect(parameterErrorOf(() => readMatch(values)).message).toBe(message);
	});

	it.each(['fieldName', 'fieldValue'])('readCustomFieldMatch limits the length of %s', (name) => {
		expect(readMatch({ fieldName: 'city', [name]: 'x'.repeat(10_000) })).toBeDefined();
		const reading = () => readMatch({ fieldName: 'city', [name]: 'x'.repeat(10_001) });
		expect(parameterErrorOf(reading).message).toContain('has more than 10,000 characters');
	});
});
