import {
	ifContactNotFoundOption,
	readSkipsMissingContact,
} from '../../../nodes/ChannelMessaging/parameters/ifContactNotFound';
import { itemParameters } from './itemParameters';

it.each([
	[{}, false],
	[{ ifContactNotFound: 'fail' }, false],
	[{ ifContactNotFound: 'skip' }, true],
])('readSkipsMissingContact reads %j as %s', (options, skips) => {
	expect(readSkipsMissingContact(itemParameters({ options }), [ifContactNotFoundOption])).toBe(
		skips,
	);
});

it('The option of other operations is ignored', () => {
	const options = { ifContactNotFound: 'skip' };
	expect(readSkipsMissingContact(itemParameters({ options }), [])).toBe(false);
});
