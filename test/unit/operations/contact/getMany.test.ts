import { getMany } from '../../../../nodes/ChannelMessaging/operations/contact/getMany';
import { itemParameters } from '../../parameters/itemParameters';

it('Get Many ignores an invalid limit if Return All is on', () => {
	const search = { fieldName: 'phone', fieldValue: '+442079460001', limit: 'x' };
	const prepare = (returnAll: boolean) => () =>
		getMany.prepare(itemParameters({ ...search, returnAll }));
	expect(prepare(true)).not.toThrow();
	expect(prepare(false)).toThrow("'Limit' is 'x'");
});
