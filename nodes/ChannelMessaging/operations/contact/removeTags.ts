import { changeTags } from '../changeTags';

/** Section 4.6 (Remove tags). */
export const removeTags = changeTags('removeTags', {
	name: 'Remove Tags',
	action: 'Remove tags from contact',
	description: 'Take tags off a contact',
	participle: 'untagged',
});
