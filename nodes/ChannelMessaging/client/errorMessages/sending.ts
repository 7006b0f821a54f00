import { shortened } from '../../texts/shortenedText';
import type { ErrorTexts } from './errorTextTypes';

export const sendingErrors = {
	contactTagged: ({ tag }) => [
		`The contact has the tag '${shortened(tag)}'`,
		"To send to the contact, remove the tag from the contact or from 'Skip If Tagged'.",
	],
	optedOut: ({ tag }) => [
		`The contact has the tag '${shortened(tag)}'`,
		"The credential's 'Never Message Contacts Tagged' contains this tag. If the contact wants to receive messages again, remove the tag from the contact.",
	],
	outsideHours: ({ sendAt }) => [
		"The time is outside 'Sending Hours'",
		`Execute the workflow again at ${sendAt} or later, for example with an hourly schedule and 'Send Once per Contact'.`,
	],
	tagsNotReturned: () => [
		"The service's responses don't contain the contact's tags",
		"Therefore, the node can't check 'Skip If Tagged' and 'Never Message Contacts Tagged', and nothing was sent. Execute 'Get' for this contact. If its output contains no tags, leave both settings empty.",
	],
	timeZoneUnknown: ({ zone }) => [
		zone === ''
			? 'The contact has no time zone'
			: `The contact's time zone '${shortened(zone)}' isn't recognized`,
		"Save a name such as Europe/Madrid in the contact's custom field timezone, or set 'If Unknown' in 'Sending Hours' to 'Use the Workflow's'.",
	],
	wrongFileKind: () => [
		"The file's URL doesn't lead to a file of the selected type",
		"Make sure that the URL opens the file without signing in, and that 'Message Type' matches the file. With 'Binary File', the service must be able to open n8n's address.",
	],
} satisfies Partial<ErrorTexts>;
