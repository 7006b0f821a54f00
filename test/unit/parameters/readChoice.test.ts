import { choiceField, readChoice } from '../../../nodes/ChannelMessaging/parameters/readChoice';
import { itemParameters } from './itemParameters';
import { parameterErrorOf } from './parameterErrorOf';

const sizeField = (noDataExpression: boolean) =>
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
const fixedField = sizeField(true);
const expressionField = sizeField(false);
const readSize = (size: unknown, field: typeof fixedField) =>
	readChoice(itemParameters({ size }), field);

it.each([
	['an option', 'small', fixedField, 'small'],
	['an option that an expression returned', 'large', expressionField, 'large'],
	['a missing value as the default, for older workflows', null, fixedField, 'medium'],
])('readChoice accepts %s', (_title, value, field, choice) => {
	expect(readSize(value, field)).toBe(choice);
});

it.each([
	['a value in another case', 'Small', "'Small'"],
	['the name of a built-in property', 'constructor', "'constructor'"],
	['empty text', '', 'empty'],
	['a list', ['small'], 'a list'],
])('readChoice rejects %s', (_title, value, shown) => {
	expect(parameterErrorOf(() => readSize(value, fixedField))).toMatchObject({
		message: `'Size' is ${shown}, which is not one of its options`,
		advice: 'Open the node and select an option from the list.',
	});
});

it('readChoice rejects null from an expression', () => {
	expect(parameterErrorOf(() => readSize(null, expressionField)).advice).toBe(
		'Select an option from the list, or make the expression return large, medium or small.',
	);
});
