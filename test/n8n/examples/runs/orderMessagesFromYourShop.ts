import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { contacts, contactWith, importExample, received } from '../importedExample';

/** An order of either shop saves the contact and sends one confirmation. */
export async function orderMessagesFromYourShop(): Promise<void> {
	const { client } = testEnvironment();
	const workflow = await importExample('order-messages-from-your-shop');
	const [amara] = contacts().all();

	for (const trigger of ['New Shopify order', 'New WooCommerce order', 'New Shopify order']) {
		const executionId = await client.startWorkflow(workflow, trigger);
		expect((await client.waitForExecution(executionId)).status).toBe('success');
	}

	const marta = contactWith('phone', '+34600109002');
	expect(marta?.custom_fields).toMatchObject({ firstName: 'Marta' });
	expect(received()).toEqual([
		{
			contactId: amara?.id,
			item: {
				type: 'text',
				text: "Hello Amara, thank you for your order 1001 (49.90 EUR). We'll message you when it ships.",
			},
		},
		{
			contactId: marta?.id,
			item: {
				type: 'text',
				text: "Hello Marta, thank you for your order 727 (29.35 EUR). We'll message you when it ships.",
			},
		},
	]);
}
