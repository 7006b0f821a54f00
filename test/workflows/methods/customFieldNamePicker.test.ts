import { contactOperation } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';
import { searchList } from '../engine/searchList';

const channel = useChannel();

const names = async (filter?: string) => {
	const { results } = await searchList({
		credential: channel.credential(),
		parameters: contactOperation('update', {}),
		method: 'searchCustomFieldNames',
		...(filter === undefined ? {} : { filter }),
	});
	return results.map(({ name, value }) => (name === value ? name : `${value}: ${name}`));
};

it('the list contains the documented names, most common first, without a request', async () => {
	expect(await names()).toEqual(
		'phone email customerid firstName lastName gender locale timezone'.split(' '),
	);
	expect(channel.service.requests).toEqual([]);
});

it('the list is filtered by the search text', async () => {
	expect(await names(' LOCALE')).toEqual(['locale', 'LOCALE: LOCALE (spelling not checked)']);
	expect(await names('locale')).toEqual(['locale']);
});

it('an entered custom field name can be selected unchanged', async () => {
	const own = 'name: name (spelling not checked)';
	expect(await names(' name ')).toEqual(['firstName', 'lastName', own]);
});
