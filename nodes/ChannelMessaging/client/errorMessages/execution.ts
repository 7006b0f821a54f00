import { maxOutputBytes } from '../responseLimits';
import type { ErrorTexts } from './errorTextTypes';
import { checkChannel } from './nextSteps';
import { asSentence } from './sentences';

export const executionErrors = {
	cancelled: ({ outcome, messages }) => {
		if (outcome === 'unknown') {
			return ['The execution was stopped before the service responded', `${checkChannel}.`];
		}
		return messages !== undefined && messages.sent > 0
			? [
					'The execution was stopped before all messages of the item were sent',
					'To send the rest, run this item with only its remaining messages.',
				]
			: [
					'Not started, because the execution was stopped',
					'Run the workflow again with the remaining items.',
				];
	},
	keyNotRecorded: ({ cause }) => [
		"The key for 'Send Once per Key' or 'Send Once per Contact' could not be recorded, so the message was not sent",
		`n8n reported: ${asSentence(cause)} Save the workflow, and check n8n's database. If you run the item again and it is skipped, the key was recorded: use another key or campaign name for this item.`,
	],
	outputTooLarge: () => [
		`The output of the node is larger than ${String(maxOutputBytes / 2 ** 20)} MB`,
		"Nothing was done for this item. Pass fewer items to the node at a time, for example with the node 'Loop Over Items', or turn off 'Return All' and set 'Limit'.",
	],
	unexpectedError: ({ cause, outcome }) => [
		'The node stopped unexpectedly',
		outcome === 'unknown'
			? `Cause: ${asSentence(cause)} ${checkChannel}, and report the cause to the node's maintainers.`
			: `Cause: ${asSentence(cause)} Nothing was sent. Report the cause to the node's maintainers, and run this item again.`,
	],
} satisfies Partial<ErrorTexts>;
