import { ApiError } from '../../../../nodes/ChannelMessaging/client/apiError';
import { apiErrorText } from '../../../../nodes/ChannelMessaging/client/errorMessages/apiErrorText';
import { convertByField } from '../../../../nodes/ChannelMessaging/customFieldValues/convertByField';
import { apiErrorWith, reasons } from '../apiErrorWith';

/** A text that a stranger entered. */
const long = 'x'.repeat(2 ** 20);

/** The reasons for which polls and test events fail. */
const ofTriggers = [
	...(['connectionLost', 'fieldNotReturned', 'listChanges', 'listTooLong'] as const),
	...(['methodNotAllowed', 'notConnected', 'pagesRepeat', 'rateLimited', 'redirected'] as const),
	...(['rejected', 'requestNotMade', 'responseTooLarge', 'serverFault'] as const),
	...(['serviceFailing', 'timedOut', 'tokenInvalid', 'tooManyMatch'] as const),
	...(['unexpectedError', 'unreadable', 'untrustedConnection'] as const),
];

describe('apiErrorText', () => {
	it('returns a title and complete sentences for each reason', () => {
		const texts = reasons.flatMap((reason) =>
			(['notDone', 'unknown'] as const).map((outcome) => ({
				reason,
				...apiErrorText(apiErrorWith(reason, outcome)),
			})),
		);
		const violations = texts.filter(
			({ title, advice }) =>
				!/^[A-Z0-9'n]/.test(title) ||
				!/^([A-Z]|n8n).+\.$/.test(advice) ||
				/undefined|\.\.|\berror\b|\bproblem\b|\bmistake\b/i.test(
					`${title} ${advice}`.replace("'On Error'", ''),
				),
		);
		expect(violations).toEqual([]);
	});

	it.each(['nextPoll', 'testEvent'] as const)(
		"a trigger's errors mention no items, options, or message outcomes (%s)",
		(next) => {
			const texts = ofTriggers.flatMap((reason) =>
				(['notDone', 'unknown'] as const).map((outcome) => ({
					reason,
					...apiErrorText(apiErrorWith(reason, outcome), next),
				})),
			);
			const violations = texts.filter(({ title, advice }) =>
				/\bitem|may not|'(Timeout|Return All|Limit|By ID)|run the workflow|was (sent|changed)/i.test(
					`${title} ${advice}`,
				),
			);
			expect(violations).toEqual([]);
			expect(texts.filter(({ advice }) => !/^([A-Z]|n8n).+\.$/.test(advice))).toEqual([]);
		},
	);

	it.each([
		['rejected', 'The contact has blocked the channel', 'The contact has blocked the channel'],
		['tokenInvalid', 'API Token is invalid.', 'API Token is invalid'],
		['methodNotAllowed', '405 Method Not Allowed.', '405 Method Not Allowed'],
		['rateLimited', 'Too many requests', 'Too many requests'],
	] as const)("uses the service's message as the title of %s", (reason, serviceMessage, title) => {
		const text = apiErrorText(apiErrorWith(reason, 'notDone', { serviceMessage }));
		expect(text.title).toBe(title);
		expect(text.advice).not.toContain('The service responded');
	});

	it.each<[reason: string, error: ApiError]>([
		[
			'tag',
			new ApiError({ reason: 'contactTagged', outcome: 'notDone', tag: long, contactId: '7' }),
		],
		['tag', new ApiError({ reason: 'optedOut', outcome: 'notDone', tag: long, contactId: '7' })],
		['time zone', new ApiError({ reason: 'timeZoneUnknown', outcome: 'notDone', zone: long })],
		[
			'name',
			new ApiError({
				...{ reason: 'contactAmbiguous', outcome: 'notDone', count: 2 },
				...{ kind: 'customField', name: 'phone', value: '+1' },
				matches: [{ name: long, contactId: long }],
			}),
		],
	])("shortens a contact's long %s", (_, error) => {
		const { title, advice } = apiErrorText(error);
		expect(title.length + advice.length).toBeLessThan(700);
	});

	it("appends the service's message to the advice if the title is different", () => {
		const text = apiErrorText(apiErrorWith('serverFault', 'unknown', { serviceMessage: 'Oops' }));
		expect(text).toEqual({
			title: 'The service failed (503)',
			advice:
				'The service responded: Oops. The request may or may not have been processed. Check the channel before you run this item again.',
		});
	});

	it.each([
		[
			'contactAmbiguous',
			"5 contacts have the phone '+1'",
			'It could be Ana Vega (7), 8 or 3 others. Choose',
		],
		['contactNotFound', "No contact has the phone '+1'", "must match the contact's value exactly"],
		['contactInexact', "No contact's phone is exactly '+1'", 'only similar values (1)'],
		['listTooLong', 'after 500 contacts on 10 pages (1 MB)', "'Return All'"],
		['outputTooLarge', 'larger than 256 MB', "'Loop Over Items'"],
		['tooManyMatch', "More than 50,000 contacts have the phone '+1'", 'up to 50,000 contacts'],
		['notConnected', 'No connection to the service', 'Code: ECONNREFUSED.'],
		['requestNotMade', "n8n couldn't prepare the request", 'n8n reported: No credential.'],
		['responseTooLarge', 'larger than 4 MB', "'Base URL'"],
		['timedOut', 'within 30 s', "'Timeout (Seconds)'"],
		['unreadable', 'The service returned an unexpected response', 'begins with: OK.'],
		[
			'limitUsedUp',
			'The limit of 100 contact requests per minute has been reached. Try again in 20 s.',
			'also use this limit',
		],
	] as const)('includes the details of %s', (reason, title, advice) => {
		const text = apiErrorText(apiErrorWith(reason, 'unknown'));
		expect(text.title).toContain(title);
		expect(text.advice).toContain(advice);
	});

	it.each([
		['phone', '+44 20 7946 0001', /^Also searched: .* match .* with 'Create or Update'\. To/],
		['phone', 'ana@example.com', /^If it is an email address, choose 'Email'\. To/],
		['phone', 'abc', /^'abc' is not a phone number\. Enter .* '\+' .* 'Default Country' .*\. To/],
		['phone', '+34 6', /^Also .* '\+346' has too few .*\. Correct it, .* '\+' .*\. To/],
		[
			'phone',
			'02079460001',
			/not a complete international number\. Check its digits\. .* 'Default Country' .*\. To/,
		],
		[
			'phone',
			'15550100006',
			/^Also .* with 'Create or Update', and enter its number with '\+'\. To/,
		],
		['phone', '+39 (0) 000 000 0000', /^Also .* could be \+39.* or \+39.*\. .* '\+'\. To/],
		['email', '+44 20 7946 0001', /^If it is a phone number, choose 'Phone'\. To/],
		['city', 'Lugo', /^The value must match .* with 'Create or Update'\. To/],
	])('suggests a solution if no contact has the %s %s', (name, value, advice) => {
		const error = new ApiError({
			reason: 'contactNotFound',
			outcome: 'notDone',
			searched: convertByField(name, value, { format: 'e164' }),
		});
		expect(apiErrorText(error).advice).toMatch(advice);
	});

	it.each([
		[1, 'Found: Ana Vega (7). Enter'],
		[3, 'Found: Ana Vega (7) or 2 others. Enter'],
	])('lists the numbers and the %d contacts of an ambiguous phone number', (count, found) => {
		const numbers = ['+49442079460001', '+442079460001'];
		const error = new ApiError({
			kind: 'customField',
			name: 'phone',
			value: '442079460001',
			problem: { kind: 'ambiguous', numbers },
			reason: 'contactAmbiguous',
			outcome: 'notDone',
			count,
			matches: [{ name: 'Ana Vega', contactId: '7' }],
		});
		const { title, advice } = apiErrorText(error);
		expect(title).toBe("The phone '442079460001' could be +49442079460001 or +442079460001");
		expect(advice).toContain(found);
	});

	it.each([
		['cus_1000457', true, /^Check the ID\. To continue/],
		[
			'442079460001',
			true,
			/^Check the ID\. If it is a phone number, set 'Contact' to 'Phone'\. To continue/,
		],
		[
			'Amara',
			false,
			/^Enter an ID, or a phone number with '\+', or an email address\. To continue/,
		],
		['cus_7 ', false, /^The ID has a space or a line break before or after it\. .* To continue/],
	])('suggests solutions for the unknown ID %s', (contactId, acceptsOnlyIds, advice) => {
		const notFound = { reason: 'contactNotFound', outcome: 'notDone' } as const;
		const { title, advice: text } = apiErrorText(
			new ApiError({ ...notFound, contactId, acceptsOnlyIds }),
		);
		expect(title).toBe(`Contact not found: '${contactId}'`);
		expect(text).toMatch(advice);
		expect(text).toMatch(/'If Contact Not Found' to 'Skip', or 'On Error' to 'Continue'/);
		expect(text).not.toContain('Create or Update');
	});

	it.each([
		[300_000, '5 min'],
		[7_140_000, '119 min'],
		[31 * 86_400_000, '744 h'],
	])(
		'includes the duration of the rate limiting and a Retry-After of %d ms',
		(retryAfterMs, wait) => {
			const limited = { reason: 'rateLimited', outcome: 'notDone' } as const;
			const text = apiErrorText(new ApiError({ ...limited, waitedMs: 119_500, retryAfterMs }));
			expect(text.title).toBe('Still rate-limited after 2 min');
			expect(text.advice).toContain(`The service asks you to wait another ${wait}. Other systems`);
		},
	);

	it.each([
		['notDone', 'were not added'],
		['unknown', 'may not have been added'],
	] as const)(
		'reports that the contact was saved although its tags were not added (outcome: %s)',
		(tagging, words) => {
			const saved = { done: 'created', contactId: 'cus_7', tagging } as const;
			expect(apiErrorText(apiErrorWith('rejected', 'unknown', { saved })).advice).toMatch(
				`The contact was created, but its tags ${words}. Add them with 'Add Tags' to the contact with the ID cus_7.`,
			);
		},
	);

	it('includes the progress of an item, and whether its key is still recorded', () => {
		const error = apiErrorWith('rejected', 'notDone', {
			progress: { requests: 3, requestsDone: 1, entries: 25, entriesDone: 10, noun: 'tags' },
			isKeyKept: true,
		});
		expect(apiErrorText(error).advice).toMatch(
			/1 of the item's 3 requests was completed, with 10 of its 25 tags\. n8n's database still contains the message's key/,
		);
		const none = { requests: 3, requestsDone: 0, entries: 25, entriesDone: 0, noun: 'tags' };
		expect(apiErrorText(error.with({ progress: none })).advice).toContain(
			'None of the 25 tags was changed.',
		);
	});
});
