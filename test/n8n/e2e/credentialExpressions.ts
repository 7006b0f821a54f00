import { runNode } from '../../support/fixtures/nodeWorkflow';
import { sendText } from '../../support/fixtures/parameters';
import {
	testEnvironment,
	withCredentialData,
	wrongToken,
} from '../../support/fixtures/testEnvironment';

/** A credential whose token depends on the item. */
export function credentialExpressions(): void {
	test('each item uses its own token', async () => {
		const { service } = testEnvironment();
		service.configure({ acceptUnknownContacts: true });
		// n8n encrypts credentials, so the tokens are in no other place.
		const token = `={{ $json.isValid ? '${service.token}' : '${wrongToken}' }}`;
		// The node detects expressions with a few samples if there are many items.
		const items = Array.from({ length: 30 }, (_, index) => ({
			contactId: String(index),
			text: String(index),
			isValid: index % 2 === 0,
		}));

		const { items: sent, errorItems } = await withCredentialData(
			{ token },
			async () =>
				await runNode({
					parameters: sendText(),
					items,
					settings: { onError: 'continueErrorOutput' },
				}),
		);

		expect(sent).toHaveLength(15);
		expect(new Set(service.messages.map(({ contactId }) => contactId))).toEqual(
			new Set(items.filter(({ isValid }) => isValid).map(({ contactId }) => contactId)),
		);
		expect(errorItems).toHaveLength(15);
		for (const { json } of errorItems) {
			expect(json['error']).toMatchObject({ reason: 'tokenInvalid' });
		}
	});
}
