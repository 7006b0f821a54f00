import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { createdId } from '../../../support/service';
import { contactWith, importExample } from '../importedExample';

/** The first request creates a contact, the second one updates it, and an invalid one fails. */
export async function saveContactsFromAWebhook(): Promise<void> {
	const { client } = testEnvironment();
	const workflow = await importExample('save-contacts-from-a-webhook');
	await client.activateWorkflow(workflow.id);
	const phone = '+1 555-010-9007';
	const customer = { customerId: 'K-7', firstName: 'Ana', phone, email: 'a@b.example' };

	const first = await client.postToWebhook('customers', customer);
	const second = await client.postToWebhook('customers', { ...customer, firstName: 'Anna' });
	const third = await client.postToWebhook('customers', { ...customer, customerId: '' });

	const saved = contactWith('customerid', 'K-7');
	expect(saved?.custom_fields).toMatchObject({ firstName: 'Anna', phone: '+15550109007' });
	expect(first).toEqual({
		status: 200,
		body: { id: createdId(saved?.id ?? ''), action: 'created' },
	});
	expect(second).toEqual({ status: 200, body: { id: saved?.id, action: 'updated' } });
	expect(third.status).toBe(422);
	expect(JSON.stringify(third.body)).toContain("'Match Value' is empty");
}
