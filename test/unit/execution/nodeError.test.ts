import { type INode, NodeApiError } from 'n8n-workflow';

import { ApiError } from '../../../nodes/ChannelMessaging/client/apiError';
import { toNodeError } from '../../../nodes/ChannelMessaging/execution/nodeError';
import { stopsExecution } from '../../../nodes/ChannelMessaging/execution/errorsForModels';
import { invalidItemsError } from '../../../nodes/ChannelMessaging/execution/invalidItemsError';
import { send } from '../../../nodes/ChannelMessaging/operations/message/send';
import { ParameterError } from '../../../nodes/ChannelMessaging/parameters/parameterError';
import { apiErrorWith, reasons } from '../client/apiErrorWith';
import { testNode } from './testNode';

const invalidParameter = new ParameterError("'Tags' is empty", 'Add at least one tag.');

describe('toNodeError', () => {
	const nodeErrorOf = (error: unknown) => toNodeError(error, { node: testNode(), itemIndex: 0 });

	it.each([
		{ reason: 'rateLimited', cause: 'rate-limited' },
		{ reason: 'notConnected', cause: 'temporarily-unavailable' },
		{ reason: 'tokenInvalid', cause: 'credential-invalid' },
		{ reason: 'methodNotAllowed', cause: 'configuration-invalid' },
		{ reason: 'redirected', cause: 'configuration-invalid' },
	] as const)("maps $reason to n8n's cause $cause", ({ reason, cause }) => {
		const error = nodeErrorOf(apiErrorWith(reason, 'notDone'));
		expect(error).toBeInstanceOf(NodeApiError);
		expect(error).toHaveProperty('failure', { cause });
	});

	it('contains the item and the HTTP status', () => {
		const rejected = { reason: 'rejected', outcome: 'notDone', status: 403 } as const;
		expect(nodeErrorOf(new ApiError({ ...rejected, serviceMessage: 'Blocked' }))).toMatchObject({
			message: 'Blocked [item 0]',
			httpCode: '403',
			context: { itemIndex: 0 },
		});
	});

	it.each([
		['an unexpected error', new Error('Boom'), 'Boom', 'Nothing was sent.'],
		[
			'an error of n8n',
			Object.assign(new Error('Boom'), { description: 'Bang.' }),
			'Boom',
			'Bang. Nothing was sent.',
		],
		['a thrown text', 'Boom.', 'The item could not be processed', 'Boom. Nothing was sent.'],
	])('contains the text of %s', (_title, error, message, description) => {
		const nodeError = toNodeError(error, { node: testNode() }, 'Nothing was sent.');

		expect(nodeError).toMatchObject({ message, description });
	});

	it.each([
		["No contact has the phone '+15550100000'", '+1 (555) 010-0000', ''],
		["No contact has the phone '+15550100000'", 'Amara', ': Amara'],
		["No contact has the phone '+15550100000'", '+1 555 010 0001', ': +1 555 010 0001'],
		["No contact has the email 'ana@mail.example'", 'ana@mail.example', ''],
		["'Text' is empty", '+15550100000', ': +15550100000'],
	])('%s names %s once', (message, person, named) => {
		const place = { node: testNode(), itemIndex: 2, person };

		expect(toNodeError(new ParameterError(message, ''), place).message).toBe(
			`${message} [item 2${named}]`,
		);
	});

	const failed = { reason: 'serverFault', outcome: 'unknown', status: 500 } as const;
	const twoOfThree = { count: 3, sent: 1, skipped: 0, outputs: [], failing: 'unknown' } as const;
	const untagged = { done: 'created', contactId: '1', tagging: 'notDone' } as const;

	it.each([
		['with an unknown outcome', failed, 'The service failed (500). The message may have been sent'],
		[
			'of several messages',
			{ ...failed, messages: twoOfThree },
			"The service failed (500). Of the item's 3 messages, 1 was sent, and 1 may have been sent",
		],
		[
			'after the contact was saved',
			{ ...failed, saved: untagged },
			'The service failed (500). The contact was created, but its tags were not added',
		],
		['of an unsent message', { ...failed, outcome: 'notDone' }, 'The service failed (500)'],
	] as const)('the message of an error %s says what was done', (_title, details, message) => {
		const { repetition } = send;
		const place = { node: testNode(), itemIndex: 0, repetition };

		expect(toNodeError(new ApiError(details), place).message).toBe(`${message} [item 0]`);
	});

	it('the message of an error says nothing about changes that can be repeated', () => {
		const place = { node: testNode(), repetition: 'harmless' } as const;

		expect(toNodeError(new ApiError(failed), place).message).toBe('The service failed (500)');
	});

	it('limits a description and keeps its end', () => {
		const error = new ParameterError('Wrong', 'x'.repeat(344_611));
		const description = toNodeError(error, { node: testNode() }, 'Nothing was sent.').description;

		expect(description).toMatch(/^x+…x+ Nothing was sent\.$/);
		expect(description?.length).toBeLessThanOrEqual(5_000);
	});

	it("returns a tool's message as one complete line, without node settings", () => {
		const tool = { node: testNode('channelMessagingTool'), itemIndex: 0 };
		const notFound = { reason: 'contactNotFound', outcome: 'notDone' } as const;
		const messageOf = (error: unknown) => toNodeError(error, tool).message;

		expect(messageOf(new ApiError({ ...notFound, contactId: 'Amara' }))).toBe(
			"Contact not found: 'Amara'. Enter an ID, or a phone number with '+', or an email address.",
		);
		expect(messageOf(invalidParameter)).toBe("'Tags' is empty. Add at least one tag.");
		const settings = /On Error|If Contact Not Found|\[item/;
		const messages = reasons.map((reason) => messageOf(apiErrorWith(reason, 'notDone')));
		expect(messages.filter((message) => settings.test(message))).toEqual([]);
	});

	it("suggests 'On Error' only if it isn't set", () => {
		const error = apiErrorWith('contactNotFound', 'notDone');
		const continuing: INode = { ...testNode(), onError: 'continueErrorOutput' };

		expect(toNodeError(error, { node: testNode() }).description).toContain("'On Error'");
		expect(toNodeError(error, { node: continuing }).description).not.toContain("'On Error'");
	});

	it('does not contain the token', () => {
		const token = 'token-of-the-channel';
		const error = toNodeError(new Error(`Bad ${token}`), { node: testNode(), token });

		expect(error.message).toMatch(/^Bad /);
		expect(error.message).not.toContain(token);
	});

	it('includes the delay in Retry-After', () => {
		const limited = { reason: 'rateLimited', outcome: 'notDone', waitedMs: 0 } as const;
		const error = nodeErrorOf(new ApiError({ ...limited, retryAfterMs: 90_000 }));

		expect(error).toHaveProperty('failure', { cause: 'rate-limited', retryAfterMs: 90_000 });
	});

	it('has no n8n cause if the outcome is unknown', () => {
		const errors = reasons.map((reason) => nodeErrorOf(apiErrorWith(reason, 'unknown')));
		expect(errors.filter((error) => 'failure' in error)).toEqual([]);
	});

	it('has no n8n cause if the item is invalid', () => {
		const errors = [
			apiErrorWith('rejected', 'notDone'),
			apiErrorWith('contactNotFound', 'notDone'),
			invalidParameter,
		];
		expect(errors.map(nodeErrorOf).filter((error) => 'failure' in error)).toEqual([]);
	});
});

describe('invalidItemsError', () => {
	const tagging = { noun: 'contacts', pastParticiple: 'tagged' };

	/** Returns the error of invalid items with these problems. */
	const errorOf = async (itemCount: number, ...problems: string[]) => {
		const [first, ...others] = problems.map((problem, itemIndex) => ({
			itemIndex,
			error: new ParameterError(problem, 'Correct it.'),
		}));
		if (first === undefined) throw new Error('There are no problems');
		return await invalidItemsError(testNode(), [first, ...others], itemCount, tagging);
	};

	it.each([
		['of a single invalid item', 10, ['A'], 'A [item 0]', /^Correct it\. Nothing was tagged\.$/],
		['that all items have', 2, ['A', 'A'], 'A', /^Correct it\. Nothing was tagged\.$/],
		[
			'of some items, even if they are the same',
			3,
			['A', 'A'],
			"2 of 3 contacts can't be tagged",
			/^Item 0 and 1 more: A\. The/,
		],
		[
			'of all items if they differ',
			2,
			['A', 'B'],
			"2 of 2 contacts can't be tagged",
			/^Item 0: A\. Item 1: B\. The/,
		],
		[
			'of up to five problems, and counts the other items',
			10,
			['A', 'A', 'B', 'C', 'D', 'E', 'F'],
			"7 of 10 contacts can't be tagged",
			/^Item 0 and 1 more: A\. Item 2: .* Item 5: E\. And 1 more\. The first item is 0\. Correct these items, or/,
		],
	])('returns the error %s', async (_title, itemCount, problems, message, description) => {
		expect(await errorOf(itemCount, ...problems)).toMatchObject({
			message,
			description: expect.stringMatching(description) as string,
			context: message.includes('[item 0]') ? { itemIndex: 0 } : {},
		});
	});
});

describe('stopsExecution', () => {
	const tool = testNode('channelMessagingTool');
	const rejected = apiErrorWith('rejected', 'notDone');
	/** Returns whether the error stops the execution instead of being returned to the model. */
	const stops = (error: unknown, node: INode = tool) =>
		stopsExecution(node, [{ itemIndex: 0, error }], false);

	it('stops a tool after unsent requests only for reasons that a model cannot resolve', () => {
		const stopping = reasons.filter((reason) => stops(apiErrorWith(reason, 'notDone')));

		expect(stopping.sort()).toEqual([
			'cancelled',
			'contactDoubtful',
			'keyNotRecorded',
			'methodNotAllowed',
			'notConnected',
			'redirected',
			'requestNotMade',
			'tokenInvalid',
			'unexpectedError',
			'untrustedConnection',
		]);
		expect(stops(invalidParameter)).toBe(false);
	});

	it('stops a tool after an unexpected exception, but not after an unknown outcome', () => {
		const stopping = reasons.filter((reason) => stops(apiErrorWith(reason, 'unknown')));

		expect(stopping).toEqual([]);
		expect(stops(new Error('Out of memory'))).toBe(true);
	});

	it('stops a node that is not a tool after any error', () => {
		expect(stops(invalidParameter, testNode())).toBe(true);
		expect(stops(rejected, testNode())).toBe(true);
	});

	it('does not stop a tool that is called as a function', () => {
		const failures = [{ itemIndex: 0, error: apiErrorWith('tokenInvalid', 'notDone') }] as const;
		expect(stopsExecution(tool, failures, true)).toBe(false);
	});

	it('stops a tool only if the model cannot resolve one of the failures', () => {
		const failure = (error: unknown) => ({ itemIndex: 0, error });
		const unreachable = failure(apiErrorWith('notConnected', 'notDone'));
		expect(stopsExecution(tool, [failure(rejected), failure(invalidParameter)], false)).toBe(false);
		expect(stopsExecution(tool, [failure(rejected), unreachable], false)).toBe(true);
	});
});
