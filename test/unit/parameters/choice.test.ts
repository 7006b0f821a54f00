import { choiceField, readChoice } from '../../../nodes/ChannelMessaging/parameters/readers';
import { givenParameters } from './givenParameters';
import { parameterErrorOf } from './parameterErrorOf';

const size = (noDataExpression: boolean) =>
	choiceField({
		displayName: 'Size',
		name: 'size',
		type: 'options',
		noDataExpression,
		default: 'medium',
		options: [
			{ name: 'Large', value: 'large' },
			{ name: 'Medium', value: 'medium' },
			{ name: 'Small', value: 'small' },
		],
	});
const chosenOnly = size(true);
const byExpressionToo = size(false);
const read = (value: unknown, field = chosenOnly) =>
	readChoice(givenParameters({ size: value }), field);

describe('a choice from a list', () => {
	it('is one of those that are offered', () => {
		expect(read('small')).toBe('small');
		expect(read('large', byExpressionToo)).toBe('large');
	});

	it('is the default where the parameter is missing, as in older workflows', () => {
		expect(read(null)).toBe('medium');
	});

	it.each(['Small', 'constructor', '', ['small'], true])('is never guessed from %j', (value) => {
		const fault = parameterErrorOf(() => read(value));
		expect(fault.message).toBe("'Size' has an unknown value");
		expect(fault.advice).toBe('Open the node and select an option from the list.');
	});

	it('is not what an expression gives that finds nothing', () => {
		const fault = parameterErrorOf(() => read(null, byExpressionToo));
		expect(fault.advice).toBe(
			'Select an option from the list, or make the expression return large, medium or small.',
		);
	});
});
