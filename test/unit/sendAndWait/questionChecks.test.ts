import { NodeOperationError } from 'n8n-workflow';

import { questionError } from '../../../nodes/ChannelMessaging/sendAndWait/questionChecks';
import { testNode } from '../execution/testNode';
import { approval } from './testQuestions';

const asker = { node: testNode(), isTool: false, itemCount: 1 };
const question = { ...approval, limit: undefined };

it.each([
	[
		'several questions, and names both ways to ask them',
		questionError(question, { ...asker, itemCount: 2 }),
		"'Send and Wait for Response' accepts one item at a time, but received 2",
		/Loop Over Items.*Execute Sub-workflow/,
	],
	[
		'a question whose wait limit is in the past',
		questionError({ ...question, limit: { at: Date.now() - 1 } }, asker),
		"'Max Date and Time' is in the past",
		/^Choose a later one, so that the contact has time to answer\.$/,
	],
])('questionError rejects %s', (_title, error, message, advice) => {
	expect(error).toMatchObject({ message, advice: expect.stringMatching(advice) as string });
});

it('questionError returns an error that stops the execution of a tool', () => {
	const error = questionError(question, { ...asker, isTool: true });
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toMatchObject({
		message: expect.stringContaining("isn't possible in a tool of an agent") as string,
		description: 'Add the node as a human review step between the agent and its tool.',
	});
});
