import { runNode } from '../../support/fixtures/nodeWorkflow';
import { messages, sendText } from '../../support/fixtures/parameters';
import {
	testEnvironment,
	withCredentialData,
	wrongToken,
} from '../../support/fixtures/testEnvironment';

/** A credential whose token depends on the item. */
export function credentialExpressions(): void {
	test('each item uses its own token, even if only one of them differs', async () => {
		const { service } = testEnvironment();
		service.configure({ acceptUnknownContacts: true });
		// n8n encrypts credentials, so the tokens are in no other place.
		const token = `={{ $itemIndex === 17 ? '${wrongToken}' : '${service.token}' }}`;
		const settings = { onError: 'continueErrorOutput' } as const;

		const { items: sent, errorItems } = await withCredentialData(
			{ token },
			async () => await runNode({ parameters: sendText(), items: messages(60), settings }),
		);

		expect(sent).toHaveLength(59);
		expect(service.messages.map(({ contactId }) => contactId)).not.toContain('17');
		expect(errorItems.map(({ json }) => json['error'])).toEqual([
			expect.objectContaining({ reason: 'tokenInvalid' }),
		]);
	});
}
