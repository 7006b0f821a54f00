import { NodeOperationError } from 'n8n-workflow';

import type { WaitLimit } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { questionError } from '../../../nodes/ChannelMessaging/sendAndWait/questionChecks';
import { testNode } from '../execution/testNode';
import { approval } from './testQuestions';

const asker = { node: testNode(), isTool: false, itemCount: 1 };
const questionWith = (limit?: WaitLimit) => ({ ...approval, limit });

it('questionError accepts a single question', () => {
	expect(questionError(questionWith(), asker)).toBeUndefined();
});

it('questionError rejects several questions, and names both ways to ask them', () => {
	expect(questionError(questionWith(), { ...asker, itemCount: 2 })).toMatchObject({
		message: "'Send and Wait for Response' accepts one item at a time, but received 2",
		advice: expect.stringMatching(/Loop Over Items.*Execute Sub-workflow/) as string,
	});
});

it('questionError rejects a question whose wait limit is in the past', () => {
	expect(questionError(questionWith({ at: Date.now() - 1 }), asker)).toMatchObject({
		message: "'Max Date and Time' is in the past",
		advice: 'Choose a later one, so that the contact has time to answer.',
	});
});

it('questionError returns an error that stops the execution of a tool', () => {
	const error = questionError(questionWith(), { ...asker, isTool: true });
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toMatchObject({
		message: expect.stringContaining("isn't possible in a tool of an agent") as string,
		description: 'Add the node as a human review step between the agent and its tool.',
	});
});
