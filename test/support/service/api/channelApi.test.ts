import { fetchApi } from '../fetchApi';
import { startService } from '../startService';

it('The service accepts a message with a long contact ID', async () => {
	const service = await startService({ acceptUnknownContacts: true });
	const contactId = `a/b?c#d é ${'x'.repeat(3_000)}`;
	const item = { type: 'text', text: 'Hello' };

	const path = `/v1/message/sendContent/${encodeURIComponent(contactId)}`;
	await fetchApi(service, path, { method: 'POST', body: { body: [item] } });
	await service.close();

	expect(service.messages).toMatchObject([{ contactId, item }]);
});
