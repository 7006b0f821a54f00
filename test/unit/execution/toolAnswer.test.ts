import type { INode } from 'n8n-workflow';

import type { ApiErrorReason } from '../../../nodes/ChannelMessaging/client/apiError';
import { stoppingFailures } from '../../../nodes/ChannelMessaging/execution/errors';
import { ParameterError } from '../../../nodes/ChannelMessaging/parameters/parameter';
import { apiErrorWith } from '../client/apiErrorWith';
import { nodeOfType } from './nodeOfType';

const node = nodeOfType();
const tool = nodeOfType('channelMessagingTool');
const fault = new ParameterError("'Text' is empty", 'Enter a value.');
const refused = apiErrorWith('refused', 'notDone');
const failed = (error: unknown) => ({ kind: 'failed' as const, error });

/** Whether the model of an agent gets to read an error, and the run goes on. */
const isToolAnswer = (ofNode: INode, error: unknown) =>
	stoppingFailures(ofNode, [failed(error)]).length === 0;

describe('what the model of an agent reads, where errors stop the workflow', () => {
	it('is a parameter that it gave wrongly', () => {
		expect(isToolAnswer(tool, fault)).toBe(true);
	});

	it.each<ApiErrorReason>(['refused', 'wrongFileKind', 'contactNotFound', 'contactAmbiguous'])(
		'is a call that was not done: %s',
		(reason) => {
			expect(isToolAnswer(tool, apiErrorWith(reason, 'notDone'))).toBe(true);
		},
	);

	it.each<ApiErrorReason>(['timedOut', 'connectionLost', 'serverFault', 'refused'])(
		'is nothing that may have been done: %s',
		(reason) => {
			expect(isToolAnswer(tool, apiErrorWith(reason, 'unknown'))).toBe(false);
		},
	);

	it.each<ApiErrorReason>(['tokenInvalid', 'untrustedConnection', 'notConnected', 'cancelled'])(
		'is nothing that only a person can put right: %s',
		(reason) => {
			expect(isToolAnswer(tool, apiErrorWith(reason, 'notDone'))).toBe(false);
		},
	);

	it('is nothing unforeseen', () => {
		expect(isToolAnswer(tool, new Error('Unforeseen'))).toBe(false);
	});

	it('is nothing at all where the node is no tool', () => {
		expect(isToolAnswer(node, fault)).toBe(false);
		expect(isToolAnswer(node, refused)).toBe(false);
	});
});

describe('a run', () => {
	const done = { kind: 'done' as const, result: [] };

	it('goes on when the model can read all that failed', () => {
		const error = apiErrorWith('contactNotFound', 'notDone');
		const skipped = { kind: 'skipped' as const, error };
		expect(stoppingFailures(tool, [done, failed(refused), failed(fault), skipped])).toEqual([]);
	});

	it('is stopped by all failures when something else failed too', () => {
		const lost = apiErrorWith('timedOut', 'unknown');
		expect(stoppingFailures(tool, [failed(refused), done, failed(lost)])).toEqual([
			{ itemIndex: 0, error: refused },
			{ itemIndex: 2, error: lost },
		]);
	});
});
