import { isValidContactId } from '../client/contactPath';
import { isRecord } from '../client/isRecord';
import type { ContactReference } from '../customFieldValues/contactReference';
import { assertNoMissingValue } from './identity/missingValue';
import { assertComplete } from './identity/expressionWithoutResult';
import { assertNoOmittedField } from './identity/emptyFieldInExpression';
import { assertIdentifyingLength } from './identity/identifyingLength';
import { visibleName } from './visibleName';
import { assertIdentity, readIdentity } from './identity/identifyingValue';
import { isBlank, visibleText } from '../texts/visibleText';
import { ParameterError } from './parameterError';
import type { HintedProperty, ItemParameters } from './parameterTypes';
import { quoted, quotedOrKind } from './quoted';
import { contactNameInSavedLabel } from './contactNameInSavedLabel';
import { misreadId } from './identity/misreadId';
import { readFilledContact } from './identity/missingContact';

export const contactField: HintedProperty = {
	displayName: 'Contact',
	name: 'contactId',
	type: 'resourceLocator',
	default: { mode: 'list', value: '' },
	required: true,
	description:
		'By ID accepts an ID such as cus_1000457. Phone, Email, and Custom Field accept a value that only one contact has.',
	builderHint: {
		propertyHint:
			'Resource locator. After another Channel Messaging node: { "__rl": true, "mode": "id", "value": expr("{{ $json.contactId }}") }. With a phone number or an email address, use mode "phone" or "email"; the node finds the contact, so no search is needed. Mode "customField" requires the name and the value, such as customerid=10045. In a tool, refer to another node by name, because the model can replace fields of $json. With several items, .item is always the first.',
	},
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Search for a contact…',
			hint: 'Search by phone number, email, name, ID, or a custom field such as city=Lugo',
			typeOptions: {
				searchListMethod: 'searchContacts',
				slowLoadNotice: {
					message: 'The search is waiting for the rate limit. To avoid searches, select By ID.',
					timeout: 5_000,
				},
				// `searchFilterRequired` isn't set, because n8n versions before 2.41 would show a loading
				// indicator forever.
				searchable: true,
			},
		},
		{
			// n8n overrides the label of any mode named `id`.
			displayName: 'By ID',
			name: 'id',
			type: 'string',
			placeholder: 'e.g. cus_1000457',
			hint: 'The ID from the output of Create, Get, or Get Many',
		},
		{
			displayName: 'Phone',
			name: 'phone',
			type: 'string',
			placeholder: 'e.g. +442079460001',
			hint: "With a country code, unless 'Default Country' is set in the credential or the options",
		},
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			placeholder: 'e.g. ana@example.com',
			hint: 'Both the address as entered and its lowercase form are searched for',
		},
		{
			displayName: 'Custom Field',
			name: 'customField',
			type: 'string',
			placeholder: 'e.g. customerid=10045',
			hint: 'The name and value of a custom field, separated by an equals sign',
			validation: [
				{
					type: 'regex',
					properties: {
						regex: '[^=]+=[\\s\\S]+',
						errorMessage: 'Enter the name and value of a custom field, separated by an equals sign',
					},
				},
			],
		},
	],
};

/**
 * Text from agents and expressions counts as an ID unless it looks like a phone number or an email
 * address (see `misreadId`).
 */
export function readContact(parameters: ItemParameters): ContactReference {
	const { value: selected, label, raw, evaluate } = parameters.get(contactField);
	const isLocator = isRecord(selected) && 'mode' in selected;
	const { mode, value } = isLocator ? selected : { mode: 'id', value: selected };
	const entered = { value, label, raw: isRecord(raw) ? raw.value : raw, evaluate };
	const text = readFilledContact(entered, parameters.input);
	assertIdentifyingLength(entered, text);
	assertComplete(entered);
	assertNoOmittedField(entered);
	const by = (name: string, fieldValue: string) =>
		readIdentity(parameters, name, fieldValue, entered);
	if (mode === 'phone' || mode === 'email') return by(mode, text);
	if (mode === 'customField') return by(...readAssignment(text, label));
	if (mode !== 'id' && mode !== 'list') throw unknownMode(label, mode);
	const misread = misreadId(visibleText(text), parameters.credential.channelType);
	if (misread !== undefined) return { ...by(misread, text), wasEnteredAsId: true };
	assertNoMissingValue(entered, text);
	if (isValidContactId(text)) {
		assertIdentity(entered, text);
		const listedName = isRecord(selected) ? contactNameInSavedLabel(selected, text) : undefined;
		return { kind: 'id', contactId: text, ...(listedName !== undefined && { listedName }) };
	}
	throw new ParameterError(
		`${label} is ${quoted(text)}, which can't be an ID`,
		"Enter the ID from the output of Create, Get, or Get Many, or a phone number with '+', or an email address.",
	);
}

/**
 * A phone number in an unknown mode must not count as an ID, because it could be the ID of another
 * contact.
 */
function unknownMode(label: string, mode: unknown): ParameterError {
	return new ParameterError(
		`The mode of ${label} is ${quotedOrKind(mode)}, which is not one of its modes`,
		'Select a mode from the list, or make the expression return id, phone, email, or customField.',
	);
}

/** Splits text such as `email=ana@example.com` into the custom field's name and value. */
function readAssignment(text: string, label: string): [name: string, value: string] {
	const [name = '', ...rest] = text.split('=');
	const value = rest.join('=');
	if (visibleName(name) === '' || isBlank(value)) {
		throw new ParameterError(
			`${label} is ${quoted(text)}, but must be the name of a custom field and its value`,
			'Enter the name and value of a custom field, separated by an equals sign, such as customerid=10045.',
		);
	}
	// Spaces around the equals sign are common, so they are removed without showing a hint.
	return [name.replace(/^ +/, '').replace(/(?<! ) +$/, ''), value];
}
