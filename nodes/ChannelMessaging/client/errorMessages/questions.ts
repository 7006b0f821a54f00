import type { ErrorTexts } from './errorTextTypes';
import { withCode } from './sentences';

const ofLostLink =
	"If n8n's address or encryption key has changed since the question was sent, ask again with 'Replace It' in 'If a Question Is Open'.";

export const questionErrors = {
	linkNotReached: ({ address, code, outcome }) => [
		outcome === 'unknown'
			? `No response from n8n at ${address}`
			: `n8n can't be reached at its public address ${address}`,
		outcome === 'unknown'
			? `The reply may have been passed on. You can safely run the item again, because a question accepts only one answer${withCode(code)}`
			: `Nothing was sent. The waiting execution is resumed through this address, so n8n itself must be able to open it${withCode(code)} ${ofLostLink}`,
	],
	linkRejected: ({ address, status, outcome }) => [
		`The request to the question's link at ${address} was rejected (${String(status)})`,
		outcome === 'unknown'
			? 'The reply may have been passed on. You can safely run the item again, because a question accepts only one answer.'
			: `Check that this is n8n's public address, and that a proxy in front of n8n passes on the path /webhook-waiting/ and the Host header unchanged. ${ofLostLink}`,
	],
	questionFieldUsed: ({ field }) => [
		`The contact's custom field '${field}' contains a value that isn't a question`,
		"Nothing was sent, so that the value isn't lost. As 'Question Field', choose a custom field that is used for nothing else.",
	],
	questionNotSaved: ({ field, found, length, savedLength }) => [
		found === 'cut'
			? `The channel shortened the custom field '${field}' from ${String(length)} to ${String(savedLength)} characters`
			: found === 'otherQuestion'
				? `Another question was saved in the custom field '${field}' at the same time`
				: `The channel didn't save the custom field '${field}'`,
		found === 'otherQuestion'
			? "Nothing was sent. Run this item again when the contact has answered the other question, or choose another 'Question Field'."
			: `Nothing was sent, because the reply couldn't be passed on. Create a custom field for text of ${String(length)} characters in the channel, and enter its name as 'Question Field'.`,
	],
	questionOpen: ({ contactName, workflow }) => [
		`${contactName === '' ? 'The contact' : contactName} hasn't answered the question of the workflow '${workflow}' yet`,
		"Nothing was sent. Run this item again later, choose another 'Question Field', or set 'If a Question Is Open' to 'Replace It'.",
	],
	waitLimitPassed: () => [
		"'Max Date and Time' passed before the question could be sent",
		'Choose a later time, so that the contact has time to answer.',
	],
} satisfies Partial<ErrorTexts>;
