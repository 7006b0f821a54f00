import { changeTags } from '../changeTags';

/** Section 4.6 (Remove tags). */
export const removeTags = changeTags('removeTags', {
	name: 'Remove Tags',
	action: 'Remove tags from contact',
	description: 'Remove one or more tags from a contact',
	participle: 'untagged',
});
