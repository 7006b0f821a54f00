import { sendText } from '../../support/fixtures/parameters';
import { testEnvironment, wrongToken } from '../../support/fixtures/testEnvironment';
import { runNode } from '../../support/fixtures/nodeWorkflow';

/** A credential whose token depends on the item. */
export function credentialExpressions(): void {
	// More items than the node reads one by one without looking for expressions.
	test.each([4, 30])('each of %d items uses its own token', async (count) => {
		const { client, credential, credentialData, service } = testEnvironment();
		service.configure({ acceptUnknownContacts: true });
		// The tokens are in the credential only, which n8n encrypts.
		const token = `={{ $json.isValid ? '${service.token}' : '${wrongToken}' }}`;
		await client.updateCredential(credential.id, {
			...credential,
			data: { ...credentialData, token },
		});
		const items = Array.from({ length: count }, (_, index) => ({
			contactId: String(index),
			text: String(index),
			isValid: index % 2 === 0,
		}));
		try {
			const result = await runNode({
				parameters: sendText(),
				items,
				settings: { onError: 'continueErrorOutput' },
			});

			expect(result.items).toHaveLength(count / 2);
			const texts = service.messages.map(({ item }) => item.type === 'text' && Number(item.text));
			expect(texts.sort()).toEqual(
				items.flatMap((_, index) => (index % 2 === 0 ? [index] : [])).sort(),
			);
			const errors = result.errorItems.map(({ json }) => json['error']);
			expect(errors).toHaveLength(count / 2);
			for (const error of errors) expect(error).toMatchObject({ reason: 'tokenInvalid' });
		} finally {
			await client.updateCredential(credential.id, { ...credential, data: credentialData });
			service.configure({ acceptUnknownContacts: false });
		}
	});
}
