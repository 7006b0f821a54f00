import { NodeOperationError } from 'n8n-workflow';

import { questionError } from '../../../nodes/ChannelMessaging/sendAndWait/questionChecks';
import { testNode } from '../execution/testNode';
import { approval } from './testQuestions';

const asker = { node: testNode(), isTool: false, itemCount: 1 };
const question = { ...approval, limit: undefined };

it('questionError rejects a question whose wait limit is in the past', () => {
	expect(questionError({ ...question, limit: { at: Date.now() - 1 } }, asker)).toMatchObject({
		message: "'Max Date and Time' is in the past",
		advice: 'Choose a later one, so that the contact has time to answer.',
	});
});

it('questionError returns an error that stops the execution of a tool', () => {
	const error = questionError(question, { ...asker, isTool: true });
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toMatchObject({
		message: expect.stringContaining("isn't possible in a tool of an agent") as string,
		description: 'Add the node as a human review step between the agent and its tool.',
	});
});
