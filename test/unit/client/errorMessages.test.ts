import { ApiError, type RequestOutcome } from '../../../nodes/ChannelMessaging/client/apiError';
import { apiErrorText } from '../../../nodes/ChannelMessaging/client/errorMessages';
import { apiErrorWith, reasons } from './apiErrorWith';

const outcomes: readonly RequestOutcome[] = ['notDone', 'unknown'];
const cases = reasons.flatMap((reason) => outcomes.map((outcome) => ({ reason, outcome })));

describe('what people read of an error', () => {
	it.each(cases)('is a title and what to do: $reason, $outcome', ({ reason, outcome }) => {
		const { title, advice } = apiErrorText(apiErrorWith(reason, outcome));
		expect(title).toMatch(/^[A-Z0-9'n]/);
		expect(advice).toMatch(/^([A-Z]|n8n).+\.$/);
		const words = `${title} ${advice}`.replace("'On Error'", '');
		expect(words).not.toMatch(/undefined|\.\.|\berror\b|\bproblem\b|\bmistake\b/i);
	});

	it.each([
		['refused', 'The contact has blocked the channel', 'The contact has blocked the channel'],
		['tokenInvalid', 'API Token is invalid.', 'API Token is invalid'],
		['methodNotAllowed', '405 Method Not Allowed.', '405 Method Not Allowed'],
		['rateLimited', 'Too many requests', 'Too many requests'],
	] as const)('has the words of the service as its title: %s', (reason, serviceMessage, title) => {
		const text = apiErrorText(apiErrorWith(reason, 'notDone', { serviceMessage }));
		expect(text.title).toBe(title);
		expect(text.advice).not.toContain('The service said');
	});

	it('tells them in its advice where the title says something else', () => {
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
		['contactInexact', "No contact has exactly the phone '+1'", 'The service found 1'],
		['listTooLong', 'after 500 contacts on 10 pages', "'Return All'"],
		['tooManyMatch', "More than 50,000 contacts have the phone '+1'", 'up to 50,000 contacts'],
		['notConnected', 'No connection to the service', '(ECONNREFUSED).'],
		['requestNotMade', "n8n couldn't send the request", 'n8n reported: No credential.'],
		['responseTooLarge', 'larger than 4 MB', "'Base URL'"],
		['timedOut', 'within 30 s', "'Timeout (Seconds)'"],
		['unreadable', 'The service returned an unexpected response', 'begins with: OK.'],
		[
			'limitUsedUp',
			'The limit of 100 contact requests per minute is used up. Try again in 20 s.',
			'use the limit too',
		],
	] as const)('names what is known: %s', (reason, title, advice) => {
		const text = apiErrorText(apiErrorWith(reason, 'unknown'));
		expect(text.title).toContain(title);
		expect(text.advice).toContain(advice);
	});

	it.each([
		['phone', '+34 600 000 001', /^The value must match .* with 'Create or Update'\. To/],
		['phone', 'ana@example.com', /^If it is an email address, choose 'Email'\. To/],
		['phone', 'cus_7', /^The value must match the contact's value exactly\. To/],
		['email', '+34 600 000 001', /^If it is a phone number, choose 'Phone'\. To/],
		['city', 'Lugo', /^The value must match .* with 'Create or Update'\. To/],
	])('advises creating a contact only if the value fits: %s %s', (name, value, advice) => {
		const error = new ApiError({
			reason: 'contactNotFound',
			outcome: 'notDone',
			searched: { name, value },
		});
		expect(apiErrorText(error).advice).toMatch(advice);
	});

	it.each([
		['cus_1000457', /^Check the ID\. To continue/],
		['34600000001', /^Check the ID\. If it is a phone number, choose 'Phone' .* To continue/],
	])("names the node's remedies if the ID %s is unknown", (contactId, advice) => {
		const error = new ApiError({ reason: 'contactNotFound', outcome: 'notDone', contactId });
		const text = apiErrorText(error).advice;
		expect(text).toMatch(advice);
		expect(text).toMatch(/'If Contact Not Found' to 'Skip', or 'On Error' to 'Continue'/);
		expect(text).not.toContain('Create or Update');
	});

	it('says how long the rate limit has lasted, and how long it will', () => {
		const limited = { reason: 'rateLimited', outcome: 'notDone' } as const;
		const text = apiErrorText(
			new ApiError({ ...limited, waitedMs: 119_500, retryAfterMs: 300_000 }),
		);
		expect(text.title).toBe('Still rate-limited after 2 min');
		expect(text.advice).toMatch(/^The service asks to wait another 5 min\. Other systems/);
	});

	it.each([
		['notDone', 'were not added'],
		['unknown', 'may not have been added'],
	] as const)('says that a contact is saved whose tags are %s', (tagging, words) => {
		const saved = { done: 'created', contactId: 'cus_7', tagging } as const;
		expect(apiErrorText(apiErrorWith('refused', 'unknown', { saved })).advice).toMatch(
			`The contact was created, but its tags ${words}. Add them with 'Add Tags' to the contact with the ID cus_7.`,
		);
	});

	it('says how far the requests of an item had come, and that its key is kept', () => {
		const error = apiErrorWith('refused', 'notDone', {
			progress: { requests: 3, requestsDone: 1, entries: 25, entriesDone: 10, noun: 'tags' },
			isKeyKept: true,
		});
		expect(apiErrorText(error).advice).toMatch(
			/Of 3 requests for this item, 1 were done, with 10 of its 25 tags\. Its key in 'Send Once/,
		);
		const none = { requests: 3, requestsDone: 0, entries: 25, entriesDone: 0, noun: 'tags' };
		expect(apiErrorText(error.with({ progress: none })).advice).toContain(
			'None of the 25 tags was changed.',
		);
	});
});
