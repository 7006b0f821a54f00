import { contactOperation } from '../../support/fixtures/parameters';
import { useChannel } from '../engine/channel';

const channel = useChannel({ contacts: 0 });

it('Create or Update matches on phone unless another field is chosen', async () => {
	await channel.runNode({ parameters: contactOperation('upsert', { fieldValue: '+34600000001' }) });

	expect(channel.service.contacts.findByField('phone', '+34600000001')).toHaveLength(1);
});
