import type { IDataObject } from 'n8n-workflow';
import { createBearerCredential } from '../mcpClient';
import type { Declaration, Person } from './declaration';
import { answeringModel, postgresDatabase } from './resources';

/** Returns a contact as the node and its trigger return it. */
function contactItem({ contact }: Person): IDataObject {
	const { id = '', custom_fields = {}, tags = [] } = contact ?? {};
	return { id, contactId: id, custom_fields: { ...custom_fields }, tags: [...tags] };
}

const contactFields = ['contactId', 'custom_fields', 'custom_fields.firstName'];

const list = (node: string) => [{ node }];

/** The trigger, the data, and the lists of every example. */
export const declarations: readonly Declaration[] = [
	{
		example: 'agent-that-answers',
		input: 'webhook',
		oneByOne: true,
		row: ({ number, name }, phone) => ({ id: `message-${String(number)}`, phone, text: name }),
		fields: ['id', 'phone', 'text'],
		ignored: {
			id: 'Messages without an ID, phone number, or text are ignored.',
			phone: 'Messages without an ID, phone number, or text are ignored.',
			text: 'Messages without an ID, phone number, or text are ignored.',
		},
		lists: list('List unanswered messages'),
		parameters: { 'Wait for more messages': { amount: 0.01 } },
		resources: answeringModel,
		ignoresRepetition:
			"A message that couldn't be answered may remain unanswered when the provider delivers it again.",
		unlistedIfSkipped: "then skips the agent's answers, although the agent still runs.",
		exceptions: {
			optedOut:
				'Contacts who [opted out](../opt-out-list/README.md) of offers receive answers, too',
			webhookResponse: 'the webhook responds before the message is answered',
		},
	},
	{
		example: 'appointment-reminders',
		input: { node: 'Get appointments of tomorrow' },
		row: ({ number, name }, phone) => ({
			id: `event-${String(number)}`,
			summary: `Check-up of ${name}`,
			description: `${name}, ${phone}`,
			start: { dateTime: '2099-03-03T16:30:00+01:00' },
			end: { dateTime: '2099-03-03T17:00:00+01:00' },
		}),
		fields: ['id', 'summary', 'description', 'start', 'start.dateTime'],
		ignored: {
			description: 'events without a phone number that starts with `+` in the description',
			start: 'The workflow ignores all-day events',
			'start.dateTime': 'The workflow ignores all-day events',
		},
		lists: list('List reminders not sent'),
	},
	{
		example: 'approve-a-large-order',
		part: '(small orders)',
		input: { node: 'Get order' },
		oneByOne: true,
		// A small order, about which the colleague isn't asked.
		row: ({ number }, phone) => ({ number: String(number), amount: 100, phone, approver: phone }),
		fields: ['number', 'amount', 'phone'],
		decisive: ['amount'],
	},
	{
		example: 'approve-a-large-order',
		part: '(large orders)',
		input: { node: 'Get order' },
		oneByOne: true,
		// The only message is the question to the colleague, who doesn't answer.
		row: ({ number }, phone) => ({ number: String(number), amount: 480, phone, approver: phone }),
		fields: ['number', 'amount', 'phone', 'approver'],
		exceptions: {
			optedOut: 'A colleague with the tag `opted-out` is still asked.',
			sameDelivery: 'the colleague is asked again',
			serviceFails: 'the colleague is asked again',
			unknownOutcome: 'the colleague is asked again',
			twoSpellings: 'the colleague is asked again',
		},
	},
	{
		example: 'ask-in-the-chat',
		input: { node: 'When a workflow asks' },
		oneByOne: true,
		row: ({ name }, phone) => ({ phone, name, appointment: 'your table' }),
		fields: ['phone', 'name', 'appointment'],
		lists: list('List unanswered questions'),
		exceptions: { unknownOutcome: 'the contact can receive the question twice' },
	},
	{
		example: 'birthday-greetings',
		input: { node: 'Split out customers' },
		row: ({ name }, phone) => ({
			name,
			phone,
			birthday: `1990-${new Date().toISOString().slice(5, 10)}`,
		}),
		fields: ['name', 'phone', 'birthday'],
		ignoredIfEmpty: { birthday: 'Customers without a birthday on record are ignored.' },
		lists: [...list('List greetings not sent'), ...list('List unreadable birthdays')],
	},
	{
		example: 'broadcast-from-google-sheets',
		input: { node: 'Get rows' },
		row: ({ number, name }, phone) => ({ row_number: number, phone, name, status: '' }),
		fields: ['phone', 'name', 'status'],
		ignored: {
			status: "Rows with a status that isn't in the table are skipped and left unchanged.",
		},
		lists: [
			{
				node: 'Set status',
				isUnsent: ({ status }) => /^(not|maybe) sent/.test(String(status)),
				// The row of the spreadsheet that gets the status.
				identity: ({ number }) => [String(number)],
			},
		],
	},
	{
		example: 'campaign-from-a-csv-file',
		input: 'file',
		row: ({ name }, phone) => ({ phone, name }),
		fields: ['phone', 'name'],
		lists: list('List rows not sent'),
	},
	{
		example: 'follow-up-after-a-form',
		input: { node: 'Request appointment' },
		oneByOne: true,
		createsContacts: true,
		row: ({ name, phone: stored }, phone) => ({
			Name: `${name} Visitor`,
			Phone: phone,
			// The visitor submits the form again, with another spelling.
			submittedAt: `2026-03-03T16:30:${phone === stored ? '00' : '07'}+01:00`,
		}),
		fields: ['Name', 'Phone'],
		parameters: { 'Wait an hour': { amount: 0.01, unit: 'seconds' } },
	},
	{
		example: 'follow-up-with-new-leads',
		input: { node: 'Find new leads' },
		row: contactItem,
		skippedTag: 'Customer',
		fields: contactFields,
		lists: list('List leads not reached'),
		parameters: { 'Wait an hour': { amount: 0.01, unit: 'seconds' } },
	},
	{
		example: 'mcp-server',
		input: { tool: 'Send_message' },
		oneByOne: true,
		row: ({ name, phone: stored, contact }, phone) => ({
			// The other spelling is the ID that the service returns for a created contact.
			contactId: phone === stored ? (contact?.id ?? '') : `cus_${contact?.id ?? ''}`,
			text: `Hello ${name}`,
		}),
		fields: ['contactId', 'text'],
		resources: async () => ({ credentials: [await createBearerCredential()] }),
	},
	{
		example: 'opt-out-list',
		part: '(offers)',
		input: { node: 'Split out customers' },
		row: ({ name }, phone) => ({ name, phone }),
		fields: ['name', 'phone'],
		lists: list('List customers not reached'),
	},
	{
		example: 'opt-out-list',
		part: '(replies)',
		input: 'webhook',
		oneByOne: true,
		row: ({ number }, phone) => ({ id: `reply-${String(number)}`, phone, text: 'Stop' }),
		fields: ['id', 'phone', 'text'],
		ignored: { text: 'Other replies are ignored.' },
		exceptions: { optedOut: 'the contact gets the tag and receives a confirmation' },
	},
	{
		example: 'order-messages-from-your-shop',
		part: '(Shopify)',
		input: { node: 'New Shopify order' },
		oneByOne: true,
		createsContacts: true,
		changesContacts: true,
		row: ({ number, name }, phone) => ({
			order_number: number,
			total_price: '49.90',
			currency: 'EUR',
			phone,
			customer: { first_name: name },
			billing_address: { phone, first_name: name },
		}),
		fields: ['order_number', 'total_price', 'currency', 'phone', 'customer', 'customer.first_name'],
		optional: ['phone', 'customer', 'customer.first_name'],
		lists: list('List orders without a number'),
	},
	{
		example: 'order-messages-from-your-shop',
		part: '(WooCommerce)',
		input: { node: 'New WooCommerce order' },
		oneByOne: true,
		createsContacts: true,
		changesContacts: true,
		row: ({ number, name }, phone) => ({
			number: String(number),
			total: '29.35',
			currency: 'EUR',
			billing: { first_name: name, phone, country: 'US' },
			shipping: { first_name: name, phone, country: 'US' },
		}),
		fields: [
			'number',
			'total',
			'currency',
			'billing',
			'billing.first_name',
			'billing.phone',
			'billing.country',
			'shipping',
		],
		optional: ['billing', 'billing.first_name', 'billing.phone', 'shipping'],
		// Shops don't require the country code.
		otherSpelling: (phone) => phone.replace('+1', ''),
		lists: list('List orders without a number'),
	},
	{
		example: 'quick-reply-survey',
		input: { node: 'Find contacts' },
		row: contactItem,
		fields: contactFields,
		lists: list('List contacts not reached'),
	},
	{
		example: 'quiet-hours',
		input: { node: 'Find contacts' },
		row: contactItem,
		fields: [...contactFields, 'custom_fields.timezone'],
		lists: list('Keep contacts not reached'),
		// The night is over in every time zone.
		parameters: { 'Wait until sending time': { dateTime: '2026-01-01T00:00:00Z' } },
	},
	{
		example: 'resume-a-stopped-campaign',
		input: { node: 'Split out customers' },
		row: ({ number, name }, phone) => ({ customerNumber: `C-${String(number)}`, name, phone }),
		fields: ['customerNumber', 'name', 'phone'],
		lists: list('List customers not reached'),
	},
	{
		example: 'save-contacts-from-a-webhook',
		input: 'webhook',
		oneByOne: true,
		createsContacts: true,
		changesContacts: true,
		row: ({ number, name }, phone) => ({
			customerId: `C-${String(number)}`,
			firstName: name,
			phone,
			email: `person${String(number)}@example.com`,
		}),
		fields: ['customerId', 'firstName', 'phone', 'email'],
		lists: list('Respond with error'),
		isDone: ({ custom_fields }, { name, number }) =>
			custom_fields['firstName'] === name ||
			custom_fields['email'] === `person${String(number)}@example.com`,
	},
	{
		example: 'send-once-across-workers',
		input: 'webhook',
		body: (messages) => ({ messages: [...messages] }),
		row: ({ number, name, phone: stored, contact }, phone) => ({
			key: `order ${String(number)} shipped`,
			contactId: phone === stored ? (contact?.id ?? '') : `cus_${contact?.id ?? ''}`,
			text: `Your order is on its way, ${name}.`,
		}),
		fields: ['key', 'contactId', 'text'],
		lists: [
			{
				node: 'Record result',
				isUnsent: ({ status }) => /^(not|maybe) sent$/.test(String(status)),
				identity: ({ number, contact }) => [`order ${String(number)}`, contact?.id ?? ''],
			},
		],
		resources: postgresDatabase,
		exceptions: { optedOut: "The workflow doesn't check who opted out." },
	},
	{
		example: 'send-a-welcome-message',
		input: { node: 'Set recipient' },
		oneByOne: true,
		row: ({ name }, phone) => ({ name, phone }),
		fields: ['name', 'phone'],
	},
	{
		example: 'tag-by-reply',
		input: 'webhook',
		oneByOne: true,
		row: (_person, phone) => ({ phone, text: 'Great' }),
		fields: ['phone', 'text'],
		ignored: {
			text: 'The workflow ignores other replies',
			phone: 'and replies from phone numbers without a contact.',
		},
		isDone: ({ custom_fields, tags }, { phone }) =>
			custom_fields['phone'] === phone && tags.includes('happy guest'),
	},
	{
		example: 'upload-a-file-and-send-its-link',
		input: { node: 'Submit file' },
		oneByOne: true,
		row: (_person, phone) => ({ Phone: phone }),
		fields: ['Phone'],
	},
];
