import { changeTags } from '../changeTags';

/** Section 4.5 (Add tags). */
export const addTags = changeTags('addTags', {
	name: 'Add Tags',
	action: 'Add tags to contact',
	description: 'Attach tags to a contact',
	participle: 'tagged',
});
