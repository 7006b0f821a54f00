import type { NodeHint } from 'n8n-workflow';

/** A hint that the editor shows if *Send and Wait for Response* has more than one input item. */
const severalItemsHint: NodeHint = {
	message:
		"Accepts one item at a time. Use 'Loop Over Items' (one after another) or 'Execute Sub-workflow' (at the same time).",
	type: 'warning',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: '={{ $parameter["operation"] === "sendAndWait" && $input.all().length > 1 }}',
};

/**
 * This isn't a warning, because sending several messages to one person can be intentional. However,
 * if *Contact* still contains a fixed value used for testing, one person receives all messages.
 */
const fixedContactHint: NodeHint = {
	message:
		"All items go to the same contact, because 'Contact' is fixed. To send each item to its own contact, drag a field of the input onto 'Contact'.",
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition:
		'={{ $parameter["operation"] === "send" && $input.all().length > 1 && !!$rawParameter["contactId"] && !String($rawParameter["contactId"]).startsWith("=") }}',
};

/**
 * The list of options is long, so users often find the test only after they have sent their
 * messages.
 */
const testFirstHint: NodeHint = {
	message:
		"Sends one message per item. To check the messages first, add the option 'Test Without Sending'. For a campaign, also add 'Send Once per Contact'.",
	type: 'info',
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition:
		'={{ $parameter["operation"] === "send" && $input.all().length > 1 && String($rawParameter["contactId"]).startsWith("=") && $parameter["options"]?.["checkWithoutSending"] === undefined }}',
};

export const hintsBeforeExecution = [severalItemsHint, fixedContactHint, testFirstHint];
