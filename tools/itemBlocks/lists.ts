import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { contact, sendText } from '../../test/support/fixtures/parameters';
import type { NodeInput } from '../../test/workflows/engine/runNode';

/** A list of items, and how the service responds to their messages. */
export interface List {
	title: string;
	parameters: INodeParameters;
	itemOf: (index: number) => IDataObject;
	settings: NonNullable<NodeInput['settings']>;
	/** @param contactId the contact in the path of the request */
	statusFor: (contactId: string, items: number) => number;
}

/** Every item resolves its own expressions, which needs most of the CPU time. */
const parameters = sendText();
const skipsMissing = sendText({ options: { ifContactNotFound: 'skip' } });
const testsOnly = sendText({ options: { testWithoutSending: true } });
const foundByEmail = sendText({
	contactId: contact('={{ $json.contactId }}@mail.example', 'email'),
});

const stops = { onError: 'stopWorkflow' } as const;
const continues = { onError: 'continueRegularOutput' } as const;
const retries = { ...stops, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 };

const valid = (index: number) => ({ contactId: String(index), text: `Message ${String(index)}` });
const invalid = (index: number) => ({ ...valid(index), text: '' });
/** Each item has its own problem. */
const doubtful = (index: number) => ({ ...valid(index), text: `[object Object] ${String(index)}` });
const withoutContact = (index: number) => ({ ...valid(index), contactId: '' });

/** Sent, rejected, invalid, and skipped items in turn. */
const mixed = (index: number) =>
	[valid, valid, invalid, withoutContact][index % 4]?.(index) ?? valid(index);

const accepts = () => 200;
const rejects = () => 403;
const rejectsToken = () => 401;
const rejectsOdd = (contactId: string) => (Number(contactId) % 2 === 1 ? 403 : 200);
const failsAtLast = (contactId: string, items: number) =>
	Number(contactId) === items - 1 ? 403 : 200;

export const lists: readonly List[] = [
	{ title: 'Invalid', parameters, itemOf: invalid, settings: stops, statusFor: accepts },
	{
		title: 'Invalid, each in its own way',
		...{ parameters, itemOf: doubtful, settings: stops, statusFor: accepts },
	},
	{
		title: 'Invalid, Continue',
		...{ parameters, itemOf: invalid, settings: continues, statusFor: accepts },
	},
	{
		title: 'Every fourth invalid, in a test',
		...{ parameters: testsOnly, itemOf: mixed, settings: stops, statusFor: accepts },
	},
	{ title: 'Token invalid', parameters, itemOf: valid, settings: stops, statusFor: rejectsToken },
	{
		title: 'Token invalid, two attempts',
		...{ parameters, itemOf: valid, settings: retries, statusFor: rejectsToken },
	},
	{
		title: 'Token invalid, Continue',
		...{ parameters, itemOf: valid, settings: continues, statusFor: rejectsToken },
	},
	{
		title: 'Token invalid, contacts by email, Continue',
		...{ parameters: foundByEmail, itemOf: valid, settings: continues, statusFor: rejectsToken },
	},
	{
		title: 'Rejected, Continue',
		...{ parameters, itemOf: valid, settings: continues, statusFor: rejects },
	},
	{
		title: 'Without a contact, skipped',
		...{ parameters: skipsMissing, itemOf: withoutContact, settings: stops, statusFor: accepts },
	},
	{ title: 'Sent', parameters, itemOf: valid, settings: stops, statusFor: accepts },
	{
		title: 'Every second skipped, the last one rejected',
		parameters: skipsMissing,
		itemOf: (index) => (index % 2 === 0 ? withoutContact(index) : valid(index)),
		settings: stops,
		statusFor: failsAtLast,
	},
	{
		title: 'Sent, rejected, invalid, and skipped, Continue',
		...{ parameters: skipsMissing, itemOf: mixed, settings: continues, statusFor: rejectsOdd },
	},
];
