import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import Papa from 'papaparse';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import type { Workflow } from '../../support/n8n';
import type { ExampleCase, Step } from './exampleCase';
import { examplesFolder, readExample } from './exampleFiles';
import {
	amara,
	contactWith,
	jonas,
	lucia,
	nobody,
	notFound,
	type Received,
	setField,
	text,
} from './importedExample';

const contains = (part: string): string => expect.stringContaining(part) as string;

/** The message that isn't sent, because the phone number belongs to no contact. */
const unreached = { reason: contains(notFound) };

const dessert = (to: string, name: string) =>
	text(to, `Hello ${name}, this week all desserts are on us. See you soon!`);
const offer = (to: string, name: string) =>
	text(to, `Hello ${name}, this week all desserts are on us. Reply STOP to stop our offers.`);
const optedOut = (to: string) =>
	text(to, "You won't receive any more offers. Reply START to receive them again.");
const optedIn = (to: string) => text(to, 'Welcome back! Reply STOP to stop our offers.');
const orderMessage = (to: string, name: string, order: string) =>
	text(to, `Hello${name}, thank you for your order ${order}. We'll message you when it ships.`);

/** Changes a text in an example, as a user does who follows its README. */
const withReplacedText = (workflow: Workflow, text: string, replacement: string): Workflow => {
	const json = JSON.stringify(workflow);
	if (!json.includes(text)) throw new Error(`The example doesn't contain ${text}`);
	return JSON.parse(json.replaceAll(text, replacement)) as Workflow;
};

const rejectMessagesTo = (phone: string) => () => {
	const { id: contactId } = contactWith(phone);
	const fault = { kind: 'status', status: 403 } as const;
	testEnvironment().service.faults.add({ match: { contactId }, fault });
};

const failAfterSending = () => {
	const fault = { kind: 'statusAfterEffect', status: 500 } as const;
	testEnvironment().service.faults.add({ match: { path: /sendContent/ }, fault });
};

const csv = (content: Buffer | string) => new Blob([content], { type: 'text/csv' });
const recipientsFile = csv(
	readFileSync(join(examplesFolder, 'campaign-from-a-csv-file', 'recipients.csv')),
);

const cell = fc.string({
	unit: fc.constantFrom(
		...['a', 'É', 'ñ', 'ß', 'ł', '佐', '😀', ' ', '"', "'", ',', ';', '\t', '\n'],
	),
	minLength: 1,
	maxLength: 12,
});
const rows = fc
	.sample(
		cell.filter((text) => text.trim() !== ''),
		{ numRuns: 60, seed: 48 },
	)
	.map((name) => ({ phone: '+15550109999', name }));

/** Files that are hard to parse. Papa Parse determines the expected rows. */
const hardFiles: Step[] = [',', ';', '\t'].flatMap((delimiter) => {
	const text = `\uFEFF${Papa.unparse(rows, { delimiter, newline: '\n' })}`;
	const read = Papa.parse<Record<string, string>>(text, { delimiter, header: true }).data;
	const files = [Buffer.from(text), Buffer.from(text, 'utf16le')];
	return files.map((file) => ({
		entries: ['names', csv(file)],
		outputs: { 'Read rows': read },
		shows: ['Test: nothing was sent, 0 ready, 60 not ready'],
	}));
});

/** The phone number of a shop's customer. */
const marta = '+442079460002';

/** The phone number of a visitor who isn't a contact. */
const ana = '+442079460101';

const appointmentQuestion: Received = {
	to: ana,
	item: {
		type: 'quick_reply',
		title: 'Hello, when would you like to come?',
		replies: ['Morning', 'Afternoon', 'Please call me'],
	},
};

const customer = {
	customerId: 'K-7',
	firstName: 'Ana',
	phone: '+1 555-010-9007',
	email: 'a@b.example',
};

/** Adds the tag of contacts who opted out. */
const optOut = (phone: string) => () => {
	testEnvironment().service.contacts.addTags(contactWith(phone).id, ['opted-out']);
};

/** Customers whose birthday is today. Jonas is in the list twice. */
const bornToday = `={{ { customers: [
	{ name: 'Jonas', phone: '+15550100002' },
	{ name: 'Jonas', phone: '+1 (555) 010-0002' },
	{ name: 'Lucía', phone: '+15550100003' },
].map((customer) => ({ ...customer, birthday: $today.toISODate() })) } }}`;

/**
 * Birthdays as data tables and databases return them. Amara's and Jonas's are today, Lucía's is
 * tomorrow.
 */
const birthdaysOfDatabases = `={{ { customers: [
	{ name: 'Amara', phone: '${amara}', birthday: $today.minus({ years: 30 }).toUTC().toISO() },
	{ name: 'Jonas', phone: '${jonas}', birthday: $today.toISODate() + 'T00:00:00.000Z' },
	{ name: 'Lucía', phone: '${lucia}', birthday: $today.plus({ days: 1 }).toUTC().toISO() },
	{ name: 'Month', phone: '${nobody}', birthday: '1990-13-01' },
	{ name: 'Day', phone: '${nobody}', birthday: '1990-02-30' },
	{ name: 'Time', phone: '${nobody}', birthday: $now.toFormat('HH:mm') },
	{ Name: 'Heading', Phone: '${nobody}', Birthday: $today.toISODate() },
] } }}`;

/** A list with a customer who has two customer numbers, and a phone number in two spellings. */
const listWithPersonTwice = JSON.stringify({
	customers: [
		{ customerNumber: 'C-00001', name: 'Amara', phone: amara },
		{ customerNumber: 'C-00002', name: 'Jonas', phone: jonas },
		{ customerNumber: 'C-00003', name: 'Lucía', phone: lucia },
		{ customerNumber: 'C-00004', name: 'Chidi', phone: nobody },
		{ customerNumber: 'C-00005', name: 'Amara', phone: '+1 (555) 010-0001' },
	],
});

/** A node that only tests its messages. */
const testedOnly = { options: { checkWithoutSending: true } };

/** The inputs and results of examples, by folder name. Each has invalid data among its data. */
export const exampleCases: Readonly<Record<string, ExampleCase | readonly ExampleCase[]>> = {
	'send-a-welcome-message': {
		steps: [
			{
				sends: [text(amara, 'Hello Amara, welcome! Write to us here whenever you need help.')],
				outputs: { 'Send welcome message': [{ status: 'Success', message: 'Message Sent' }] },
			},
			{
				before: () => {
					setField(amara, 'phone', nobody);
				},
				fails: `No contact has the phone '${amara}'`,
			},
		],
	},

	'quick-reply-survey': {
		steps: [
			{
				before: () => {
					for (const phone of [amara, jonas, lucia]) setField(phone, 'locale', 'gl_ES');
					rejectMessagesTo(jonas)();
				},
				sends: ['Amara', 'Lucía'].map((name, index) => ({
					to: [amara, lucia][index],
					item: {
						type: 'quick_reply',
						title: `Hello ${name}, how was your last visit?`,
						replies: ['Great', 'It was fine', 'Not so good'],
					},
				})),
				outputs: { 'List contacts not reached': [{ custom_fields: { phone: jonas } }] },
			},
			// The user clicks twice.
			{
				before: optOut(jonas),
				outputs: {
					'Send question': [
						{ reason: 'alreadyInCampaign' },
						{ reason: 'contactTagged' },
						{ reason: 'alreadyInCampaign' },
					],
				},
			},
		],
		parameters: { 'Find contacts': { fieldValue: 'gl_ES' } },
	},

	'broadcast-from-google-sheets': [
		{
			pinData: {
				'Get rows': [
					...(readExample('broadcast-from-google-sheets').pinData?.['Get rows'] ?? []),
					{ json: { row_number: 6, phone: '+1 (555) 010-0001', name: 'Amara' } },
					{ json: { row_number: 7, phone: lucia, name: 'Lucía', status: '' } },
				],
			},
			steps: [
				{
					before: optOut(lucia),
					sends: [
						['Amara', amara],
						['Jonas', jonas],
					].map(([name = '', phone = '']) =>
						text(phone, `Hello ${name}, our spring menu starts on Friday. Would you like a table?`),
					),
					outputs: {
						'Set status': [
							{ row_number: 2, status: 'sent' },
							{ row_number: 3, status: `not sent: ${notFound} [item 1: Chidi]` },
							{ row_number: 5, status: 'sent' },
							{ row_number: 6, status: 'sent' },
							{ row_number: 7, status: 'opted out' },
						],
					},
				},
				// n8n stopped before it wrote the status.
				{
					outputs: {
						'Send message': [
							{ reason: 'alreadyInCampaign' },
							{ error: {} },
							{ reason: 'alreadyInCampaign' },
							{ reason: 'alreadyInCampaign' },
							{ reason: 'contactTagged' },
						],
					},
				},
			],
		},
		{
			parameters: { 'Send message': testedOnly },
			steps: [
				{
					outputs: {
						'Set status': [
							{ status: 'not sent: this was a test' },
							{ status: `not sent: ${notFound} [item 1: Chidi]` },
							{ status: 'not sent: this was a test' },
						],
					},
				},
			],
		},
	],

	'appointment-reminders': {
		steps: [
			{
				sends: [
					text(amara, 'Reminder: Dental check-up, tomorrow at 16:30. See you then!'),
					text(jonas, 'Reminder: Teeth cleaning, tomorrow at 09:15. See you then!'),
				],
				outputs: {
					'List reminders not sent': [{ title: 'your appointment', ...unreached }],
				},
			},
			{
				before: optOut(jonas),
				outputs: {
					'Send reminder': [{ reason: 'alreadySent' }, { reason: 'contactTagged' }],
					'List reminders not sent': [unreached],
				},
			},
		],
	},

	'birthday-greetings': [
		{
			parameters: { 'Get customers': { jsonOutput: bornToday } },
			steps: [
				{ before: optOut(lucia), sends: [text(jonas, contains('Happy birthday, Jonas!'))] },
				{},
			],
		},
		{
			steps: [
				{
					sends: [text(jonas, 'Happy birthday, Jonas! Your next coffee is on us.')],
					outputs: { 'List greetings not sent': [{ name: 'Chidi', ...unreached }] },
				},
				{ outputs: { 'Send greeting': [{ reason: 'alreadyInCampaign' }] } },
			],
		},
		// East of Greenwich, the day begins on the previous day in UTC.
		{
			settings: { timezone: 'Asia/Tokyo' },
			parameters: { 'Get customers': { jsonOutput: birthdaysOfDatabases } },
			steps: [
				{
					sends: [text(amara, contains('Amara')), text(jonas, contains('Jonas'))],
					outputs: {
						'List unreadable birthdays': [{ name: 'Month' }, { name: 'Day' }, { name: 'Time' }],
						'List greetings not sent': [{ Name: 'Heading' }],
					},
				},
			],
		},
	],

	'resume-a-stopped-campaign': {
		parameters: { 'Get customers': { jsonOutput: listWithPersonTwice } },
		steps: [
			{
				before: rejectMessagesTo(jonas),
				sends: [dessert(amara, 'Amara'), dessert(lucia, 'Lucía')],
				outputs: {
					'List customers not reached': [
						{ customerNumber: 'C-00002' },
						{ customerNumber: 'C-00004', ...unreached },
					],
				},
			},
			{
				before: optOut(lucia),
				sends: [dessert(jonas, 'Jonas')],
				outputs: {
					'Count by status': [
						{ status: 'skipped', count_message: 3 },
						{ status: 'Success', count_message: 1 },
					],
					'List customers not reached': [{ customerNumber: 'C-00004' }],
				},
			},
		],
	},

	// A shop can report an order twice.
	'order-messages-from-your-shop': [
		{
			steps: [
				{
					trigger: 'New Shopify order',
					sends: [orderMessage(amara, ' Amara', '1001 (49.90 EUR)')],
				},
				{
					trigger: 'New WooCommerce order',
					sends: [orderMessage(marta, ' Marta', '727 (29.35 EUR)')],
					contacts: { [marta]: { custom_fields: { firstName: 'Marta' } } },
					outputs: { 'List orders without a number': [{ number: '726', firstName: 'Noor' }] },
				},
				{ trigger: 'New Shopify order' },
			],
			pinData: {
				'New WooCommerce order': [
					{ json: { number: '726', billing: { first_name: 'Noor', phone: '' } } },
					...(readExample('order-messages-from-your-shop').pinData?.['New WooCommerce order'] ??
						[]),
				],
			},
		},
		{
			// Orders whose phone number is in another field, orders without a country code, and
			// orders without a name.
			steps: [
				{
					trigger: 'New Shopify order',
					before: optOut(jonas),
					sends: [
						orderMessage(amara, '', '1 (1 EUR)'),
						orderMessage(lucia, ' Lu', '3 (1 EUR)'),
						orderMessage(marta, '', '2 (1 EUR)'),
						orderMessage('+493023125001', '', '4 (1 EUR)'),
					],
					contacts: { [amara]: { custom_fields: { firstName: 'Amara' } } },
				},
				{
					trigger: 'New WooCommerce order',
					sends: [orderMessage(marta, '', '6 (1 EUR)')],
				},
			],
			pinData: {
				'New Shopify order': [
					{ phone: amara, customer: { first_name: '' } },
					{ phone: '', billing_address: { phone: '020 7946 0002', country_code: 'GB' } },
					{
						phone: null,
						shipping_address: { first_name: 'Lu', phone: ' ' },
						customer: { phone: lucia },
					},
					// Only the address with the phone number is in Germany.
					{
						shipping_address: { country_code: 'GB' },
						billing_address: { phone: '030 23125 001', country_code: 'DE' },
					},
					{ phone: jonas },
				].map((order, index) => ({
					json: { ...order, order_number: index + 1, total_price: '1', currency: 'EUR' },
				})),
				'New WooCommerce order': [
					{
						json: {
							number: '6',
							total: '1',
							currency: 'EUR',
							billing: { phone: '', country: 'PT' },
							shipping: { phone: '020 7946 0002', country: 'GB' },
						},
					},
				],
			},
		},
	],

	'campaign-from-a-csv-file': [
		{
			steps: [
				{
					entries: ['desserts', recipientsFile],
					sends: [dessert(amara, 'Amara'), dessert(lucia, 'Lucía')],
					shows: ['2 sent, 0 already sent, 0 opted out, 1 not sent', 'not-sent.csv'],
					outputs: {
						'List rows not sent': [
							{
								phone: '+15550109999',
								name: 'Chidi',
								row: 4,
								reason: notFound,
								'what to do': contains('create the contact'),
								sent: 'no',
							},
						],
					},
				},
				{
					entries: [
						'Desserts ',
						csv(
							`phone,name\n+1 (555) 010-0001,Amara\n${amara},Amara\n${lucia},Lucía\n${jonas},Jonas\n`,
						),
					],
					before: optOut(jonas),
					shows: ['0 sent, 3 already sent, 1 opted out, 0 not sent'],
				},
				{
					// Excel's format in countries with decimal commas.
					entries: ['desserts 2', csv(Buffer.from(`phone;name\r\n${lucia};Lucía\r\n`, 'latin1'))],
					asks: ['it contains: Lucía', 'Yes, send'],
					sends: [dessert(lucia, 'Lucía')],
					shows: ['1 sent, 0 already sent, 0 opted out, 0 not sent'],
				},
				{
					entries: ['desserts 3', csv(`\uFEFFphone;name\n${amara};Amara\n;\n`)],
					sends: [dessert(amara, 'Amara')],
					shows: ['1 sent, 0 already sent, 0 opted out, 1 not sent'],
					outputs: { 'List rows not sent': [{ row: 3, sent: 'no' }] },
				},
				{
					entries: ['desserts 4', csv(`phone,name\n${amara},Amara\n${jonas},Jonas,Lindqvist\n`)],
					fails: 'Invalid Record Length',
				},
				{
					entries: ['desserts 5', csv(Buffer.from(`phone;name\n${lucia};Luc\x97a\n`, 'latin1'))],
					asks: ['it contains: Luc—a', 'No, stop'],
					shows: ['Nothing was sent', 'CSV UTF-8'],
				},
				{
					entries: ['desserts 6', csv(Buffer.from(`phone;name\n${lucia};Luc\x81a\n`, 'latin1'))],
					shows: ['Nothing was sent', 'CSV UTF-8'],
				},
				{
					// UTF-8 text that a program decoded as Western European and saved again.
					entries: ['desserts 7', csv(`phone,name\n${lucia},LucÃ\u00ada\n`)],
					shows: ['Nothing was sent', 'CSV UTF-8'],
				},
				{
					entries: [
						'desserts 8',
						csv(Buffer.from(`\uFEFFphone\tname\n${lucia}\tLucía\n`, 'utf16le')),
					],
					sends: [dessert(lucia, 'Lucía')],
					shows: ['1 sent, 0 already sent, 0 opted out, 0 not sent'],
				},
				{
					entries: [
						'desserts 9',
						csv(Buffer.from(`\uFEFFphone,name\n${lucia},Lucía\n`, 'utf16le').swap16()),
					],
					sends: [dessert(lucia, 'Lucía')],
					shows: ['1 sent, 0 already sent, 0 opted out, 0 not sent'],
				},
				{
					entries: ['desserts 10', csv(`\n\nphone\tname\n\n${lucia}\tLucía\n\n\n`)],
					sends: [dessert(lucia, 'Lucía')],
					shows: ['1 sent, 0 already sent, 0 opted out, 0 not sent'],
				},
				{
					entries: ['desserts 13', csv(`Phone ; "NAME"; Town\n${lucia};Lucía;\n;;Lugo\n`)],
					sends: [dessert(lucia, 'Lucía')],
					shows: ['1 sent, 0 already sent, 0 opted out, 1 not sent'],
					outputs: {
						'List rows not sent': [{ town: 'Lugo', 'what to do': contains('in the column phone') }],
					},
				},
				{
					entries: ['desserts 11', csv(`Telephone,name\n${lucia},Lucía\n`)],
					shows: ['0 sent, 0 already sent, 0 opted out, 1 not sent'],
				},
				{
					before: failAfterSending,
					entries: ['desserts 12', csv(`phone,name\n${lucia},Lucía\n${nobody},Chidi\n`)],
					sends: [dessert(lucia, 'Lucía')],
					shows: ['0 sent, 0 already sent, 0 opted out, 1 not sent, 1 maybe sent'],
					outputs: { 'List rows not sent': [{ sent: 'maybe' }, { sent: 'no' }] },
				},
			],
		},
		{
			parameters: { 'Send offer': testedOnly },
			steps: [
				{
					entries: ['desserts', recipientsFile],
					shows: ['Test: nothing was sent, 2 ready, 1 not ready', 'upload your whole file'],
				},
				{
					entries: ['desserts', csv(`phone,name\n${amara},Amara\n+1 (555) 010-0001,Amara\n`)],
					shows: ['Test: nothing was sent, 1 ready', 'turn off Test Without Sending'],
				},
				...hardFiles,
			],
		},
	],

	'follow-up-after-a-form': {
		steps: [
			{
				entries: ['Ana', '0044 20-7946-0101'],
				sends: [appointmentQuestion],
				contacts: { [ana]: { custom_fields: { firstName: 'Ana', phone: ana } } },
			},
			{ entries: ['Eva', ' '], fails: "'Match Value' is empty" },
			// A second click, and a visitor who enters the number of someone else.
			{
				entries: ['Eva', '(020) 7946.0101'],
				contacts: {
					[ana]: { custom_fields: { firstName: 'Ana' }, tags: ['lead', 'appointment form'] },
				},
			},
			{
				before: optOut(jonas),
				entries: ['Eva', jonas],
				contacts: { [jonas]: { custom_fields: { firstName: 'Jonas' } } },
			},
		],
		parameters: { 'Wait an hour': { amount: 1, unit: 'seconds' } },
	},

	'upload-a-file-and-send-its-link': {
		steps: [
			{ testEntries: [nobody, new Blob(['%PDF-1.7'])], fails: notFound },
			{
				testEntries: [amara, new Blob(['%PDF-1.7'])],
				sends: [
					text(
						amara,
						contains('Your document invoice-1042.pdf is ready: https://drive.google.com/file/'),
					),
				],
			},
		],
	},

	'save-contacts-from-a-webhook': {
		steps: [
			{ body: customer, responds: { status: 200, body: contains('"action":"created"') } },
			{
				body: { ...customer, customerId: '' },
				responds: { status: 422, body: contains("'Match Value' is empty") },
			},
			{
				before: () => {
					const fault = { kind: 'status', status: 500 } as const;
					testEnvironment().service.faults.add({ fault, times: null });
				},
				body: { ...customer, firstName: 'Anna' },
				responds: { status: 503, body: contains('"error":') },
			},
			{
				before: () => {
					testEnvironment().service.faults.clear();
				},
				body: { ...customer, firstName: 'Anna' },
				responds: { status: 200, body: contains('"action":"updated"') },
				contacts: { '+15550109007': { custom_fields: { customerid: 'K-7', firstName: 'Anna' } } },
			},
			{
				body: { customerId: 'K-7', firstName: '' },
				responds: { status: 200, body: contains('"action":"unchanged"') },
				contacts: {
					'+15550109007': { custom_fields: { firstName: 'Anna', email: customer.email } },
				},
			},
		],
	},

	'tag-by-reply': {
		change: (workflow) => withReplacedText(workflow, "'great'", "'Great'"),
		steps: [
			{ body: { phone: nobody, text: 'Great' } },
			{ body: { phone: amara, text: 'constructor' } },
			{ body: { phone: amara } },
			{
				before: () => {
					testEnvironment().service.contacts.addTags(contactWith(amara).id, ['unhappy guest']);
				},
				body: { phone: 15_550_100_001, text: ' great ' },
				contacts: { [amara]: { tags: ['customer', 'happy guest'] } },
			},
			{
				body: { phone: '0015550100001', text: 'Not so good' },
				contacts: { [amara]: { tags: ['customer', 'unhappy guest'] } },
			},
			// The provider can deliver the reply again.
			{
				before: () => {
					const fault = { kind: 'status', status: 403 } as const;
					testEnvironment().service.faults.add({ match: { path: /tags/ }, fault });
				},
				body: { phone: amara, text: 'Great' },
				fails: 'Forbidden',
				responds: { status: 500 },
			},
			{
				body: { phone: amara, text: 'Great' },
				contacts: { [amara]: { tags: ['customer', 'happy guest'] } },
			},
		],
	},

	// Contacts who reply with a stop word receive no offers until they reply with a start word.
	'opt-out-list': {
		change: (workflow) => withReplacedText(workflow, "'BAJA'", "'No more', '0', '🛑'"),
		steps: [
			{ body: { id: '1', phone: lucia, text: 'When do you open?' } },
			{ body: { id: '2', phone: lucia } },
			{
				body: { id: '3', phone: nobody, text: 'STOP' },
				fails: notFound,
				responds: { status: 500 },
			},
			{
				body: { id: '4', phone: ' 0015550100002', text: ' Stop! ' },
				sends: [optedOut(jonas)],
				contacts: { [jonas]: { tags: ['customer', 'newsletter', 'opted-out'] } },
			},
			// The provider delivers the reply again.
			{
				body: { id: '4', phone: ' 0015550100002', text: ' Stop! ' },
				contacts: { [jonas]: { tags: ['customer', 'newsletter', 'opted-out'] } },
			},
			{ body: { id: '5', phone: amara, text: '👍' } },
			{ body: { id: '6', phone: amara, text: '10' } },
			{ body: { id: 7, phone: 15_550_100_003, text: 'no more' }, sends: [optedOut(lucia)] },
			{ body: { id: '8', phone: lucia, text: '0' }, sends: [optedOut(lucia)] },
			{
				body: { phone: amara, text: '🛑' },
				fails: 'Send Once per Key',
				responds: { status: 500 },
				contacts: { [amara]: { tags: ['customer', 'opted-out'] } },
			},
			{
				body: { id: '9', phone: '+1 (555) 010-0002', text: 'Start' },
				sends: [optedIn(jonas)],
				contacts: { [jonas]: { tags: ['customer', 'newsletter'] } },
			},
			{ body: { id: '10', phone: lucia, text: 'start' }, sends: [optedIn(lucia)] },
			{ body: { id: '11', phone: lucia, text: 'stop' }, sends: [optedOut(lucia)] },
			// The provider delivers an earlier reply again.
			{
				body: { id: '10', phone: lucia, text: 'start' },
				contacts: { [lucia]: { tags: ['lead', 'opted-out'] } },
			},
			{
				trigger: 'Every Monday',
				sends: [offer(jonas, 'Jonas')],
				outputs: {
					'Send offer': [
						{ status: 'skipped', tag: 'opted-out' },
						{ status: 'Success' },
						{ status: 'skipped', tag: 'opted-out' },
					],
					'List customers not reached': [{ name: 'Chidi', ...unreached }],
				},
			},
			{
				trigger: 'Every Monday',
				outputs: {
					'Send offer': [
						{ reason: 'contactTagged' },
						{ reason: 'alreadyInCampaign' },
						{ reason: 'contactTagged' },
					],
				},
			},
		],
	},
};
