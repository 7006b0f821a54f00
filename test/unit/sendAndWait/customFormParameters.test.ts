import {
	customFormFields,
	readCustomForm,
} from '../../../nodes/ChannelMessaging/sendAndWait/customFormParameters';
import { itemParameters } from '../parameters/itemParameters';
import { parameterErrorOf } from '../parameters/parameterErrorOf';
import { formField } from './testQuestions';

const fromRows = (...values: object[]) =>
	readCustomForm(itemParameters({ defineForm: 'fields', formFields: { values } }));

const fromJson = (jsonOutput: unknown) =>
	readCustomForm(itemParameters({ defineForm: 'json', jsonOutput }));

const values = [{ option: ' Red ' }, { option: 'Green' }];

it.each([
	{ definition: 'rows', read: fromRows },
	{ definition: 'JSON text', read: (...fields: object[]) => fromJson(JSON.stringify(fields)) },
	{ definition: 'a list', read: (...fields: object[]) => fromJson(fields) },
])(
	'readCustomForm returns all properties of fields that are defined by $definition',
	({ read }) => {
		const email = {
			fieldLabel: 'Your email',
			fieldName: ' email ',
			fieldType: 'email',
			placeholder: 'e.g. ana@mail.example',
			defaultValue: ' me@mail.example ',
			requiredField: true,
		};
		const color = { fieldLabel: 'Color', fieldType: 'radio', fieldOptions: { values } };
		expect(read(email, color)).toEqual([
			{
				key: 'email',
				label: 'Your email',
				type: 'email',
				isRequired: true,
				placeholder: 'e.g. ana@mail.example',
				defaultValues: ['me@mail.example'],
				options: [],
			},
			formField({ key: 'Color', label: 'Color', type: 'radio', options: ['Red', 'Green'] }),
		]);
	},
);

it('readCustomForm returns an optional text field by default', () => {
	expect(fromRows({ fieldLabel: ' Your\nname ' })).toEqual([
		formField({ key: 'Your name', label: 'Your name' }),
	]);
});

it.each([
	['dropdown', 'Green', ['Green']],
	['radio', '', []],
	['checkbox', 'Green, Red', ['Green', 'Red']],
	['date', '2030-01-31T00:00:00.000+01:00', ['2030-01-31']],
	['date', '2028-02-29', ['2028-02-29']],
	['number', '-1.50', ['-1.50']],
	['email', ' ana@mail.example ', ['ana@mail.example']],
])('readCustomForm reads the default of a %s: %s', (fieldType, defaultValue, expected) => {
	const field = { fieldLabel: 'A', fieldType, fieldOptions: { values }, defaultValue };
	expect(fromRows(field)[0]?.defaultValues).toEqual(expected);
});

it.each([
	['date', '31.01.2030', 'not a date'],
	['date', '2030-01-31 or later', 'not a date'],
	['date', '2030-02-30T00:00:00', 'not a date'],
	['number', '9007199254740993', 'not a number'],
	['email', 'ana', 'not an email address'],
	['textarea', 'x'.repeat(10_001), 'too long'],
])('readCustomForm rejects the default %s %s', (fieldType, defaultValue, problem) => {
	const field = { fieldLabel: 'A', fieldType, defaultValue };
	expect(parameterErrorOf(() => fromRows(field)).message).toMatch(
		new RegExp(
			`^'Default Value' of form element 1 in 'Form Elements' is '.+', which is ${problem}$`,
		),
	);
});

it('readCustomForm rejects a form with more than 100 fields', () => {
	const fields = Array.from({ length: 101 }, (_, index) => ({ fieldLabel: String(index) }));
	expect(fromRows(...fields.slice(1))).toHaveLength(100);
	expect(parameterErrorOf(() => fromRows(...fields)).message).toBe(
		"'Form Elements' has 101 fields",
	);
});

it('readCustomForm ignores options and placeholders of types without them', () => {
	const rest = { placeholder: 'x', fieldOptions: { values: [{ option: '' }] } };
	expect(fromRows({ fieldLabel: 'A', fieldType: 'date', ...rest })[0]).toMatchObject({
		placeholder: '',
		options: [],
	});
});

it.each(['file', 'html', 'password', 'hiddenField'])(
	'readCustomForm rejects fields of type %s',
	(fieldType) => {
		const { message, advice } = parameterErrorOf(() => fromRows({ fieldLabel: 'A', fieldType }));
		expect(message).toBe(
			`'Element Type' of form element 1 in 'Form Elements' is '${fieldType}', which is not supported`,
		);
		expect(advice).toContain('checkbox, date, dropdown');
	},
);

const radio = (...options: string[]) => ({
	fieldLabel: 'A',
	fieldType: 'radio',
	fieldOptions: { values: options.map((option) => ({ option })) },
});

it.each<[RegExp, object[]]>([
	[/^'Form Elements' is empty$/, []],
	[/^'Label' of form element 1 in .* is empty$/, [{ fieldLabel: ' ' }]],
	[
		/^'Element Type' of .* is 'time', which is not one of its options$/,
		[{ fieldLabel: 'A', fieldType: 'time' }],
	],
	[/ has several fields named 'A'$/, [{ fieldLabel: 'A' }, { fieldLabel: 'A ' }]],
	[
		/ has a field named 'respondedAt', which is the time of the answer$/,
		[{ fieldLabel: 'respondedAt' }],
	],
	[/^'Field Options' of .* is empty$/, [radio()]],
	[/^'Option' of option 1 in 'Field Options' of .* is empty$/, [radio('')]],
	[/ has the option 'x' more than once$/, [radio('x', 'x ')]],
	[/ with the character U\+0000$/, [radio('Red', 'a\0b')]],
	[
		/^'Form Elements' has 5001 options$/,
		[radio(...Array.from({ length: 5_001 }, (_, index) => String(index)))],
	],
	[
		/^'Default Value' of .* is 'Blue', which is not one of the options$/,
		[{ ...radio('Red'), defaultValue: 'Blue' }],
	],
])('readCustomForm rejects a form: %s', (message, fields) => {
	expect(parameterErrorOf(() => fromRows(...fields)).message).toMatch(message);
});

it('readCustomForm accepts two fields with the same label and different names', () => {
	const fields = fromRows({ fieldLabel: 'A' }, { fieldLabel: 'A', fieldName: 'B' });
	expect(fields.map(({ key }) => key)).toEqual(['A', 'B']);
});

it('readCustomForm accepts a list of options', () => {
	const field = { fieldLabel: 'A', fieldType: 'radio', fieldOptions: values };
	expect(fromJson([field])[0]?.options).toEqual(['Red', 'Green']);
});

it('readCustomForm accepts the default JSON', () => {
	const json = customFormFields.find(({ name }) => name === 'jsonOutput');
	expect(fromJson(json?.default).map(({ type }) => type)).toEqual(['text', 'date', 'radio']);
});

it.each([
	["'Form Fields' is not a JSON list of fields", '[{'],
	["'Form Fields' is not a JSON list of fields", {}],
	["'Form Fields' is not a JSON list of fields", null],
	["'Form Fields', field 1, is a string, but must be an object", ['A']],
	[
		"'required' of field 1 in 'Form Fields' is not supported",
		[{ fieldLabel: 'A', required: true }],
	],
	[
		"'Element Type' of field 2 in 'Form Fields' is 'file', which is not supported",
		[{ fieldLabel: 'A' }, { fieldLabel: 'B', fieldType: 'file', multipleFiles: true }],
	],
])('readCustomForm rejects JSON: %s: %j', (message, json) => {
	expect(parameterErrorOf(() => fromJson(json)).message).toBe(message);
});
