import { invalidItemsError } from '../../../nodes/ChannelMessaging/execution/errors';
import { ParameterError } from '../../../nodes/ChannelMessaging/parameters/parameter';
import { nodeOfType } from './nodeOfType';

/** What stops a run of ten contacts in which these items are bad. */
const errorOf = (...items: number[]) =>
	invalidItemsError(
		nodeOfType(),
		items.map((itemIndex) => ({
			itemIndex,
			error: new ParameterError("'Tags' is empty", 'Add at least one tag.'),
		})),
		10,
		{ noun: 'contacts', pastParticiple: 'tagged' },
	);

describe('the error of a run that has bad items', () => {
	it('is that of the item where only one is bad', () => {
		expect(errorOf(3)).toMatchObject({
			message: "'Tags' is empty [item 3]",
			description: 'Add at least one tag. Nothing was tagged.',
			context: { itemIndex: 3 },
		});
	});

	it('names five of them and counts the rest', () => {
		expect(errorOf(0, 2, 3, 4, 5)).toMatchObject({
			message: "5 of 10 contacts can't be tagged",
			description: expect.stringMatching(
				/^Item 0: 'Tags' is empty\. Item 2: .* Item 5: 'Tags' is empty\. Correct them, or/,
			) as string,
		});
		expect(errorOf(0, 2, 3, 4, 5, 9)?.description).toMatch(/ Item 5: [^.]+\. And 1 more\. Correct/);
	});

	it('is none where none is bad', () => {
		expect(errorOf()).toBeUndefined();
	});
});
