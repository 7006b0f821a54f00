import { sendText } from '../../support/fixtures/parameters';
import { type Service, startService } from '../../support/service';
import { unlimitedCredential } from '../engine/credentials';
import { runNode } from '../engine/runNode';

it('a message arrives once if the service refuses connections and starts later', async () => {
	const options = { acceptUnknownContacts: true };
	const stopped = await startService(options);
	await stopped.close();
	const port = Number(new URL(stopped.url).port);
	let attempts = 0;
	let starting: Promise<Service> | undefined;

	const { items, status } = await runNode({
		credential: unlimitedCredential(stopped),
		parameters: sendText({ contactId: '1', text: 'Hi' }),
		beforeRequest: (request) => {
			attempts += 1;
			// The first attempt has failed.
			if (attempts === 2) starting = startService({ ...options, port });
			return request;
		},
	});

	const service = await starting;
	const received = service?.messages.length;
	await service?.close();
	expect(status).toBe('success');
	expect(items).toHaveLength(1);
	expect(received).toBe(1);
});
