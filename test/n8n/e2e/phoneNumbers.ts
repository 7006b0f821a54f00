import { sendText } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { runNode } from '../../support/fixtures/nodeWorkflow';

/** Phone numbers in a real n8n, with the default credential. */
export function phoneNumbers(): void {
	test('a contact whose number is stored without a plus is reached, and hints say why', async () => {
		const { service } = testEnvironment();
		const contactId = service.contacts.create([{ name: 'phone', value: '34600331001' }]);

		const { node } = await runNode({
			parameters: sendText({
				contactId: { __rl: true, mode: 'phone', value: '={{ $json.phone }}' },
				text: 'Hello',
				options: { ifContactNotFound: 'skip' },
			}),
			items: [{ phone: '0034 600 331-001' }, { phone: '600 331 002' }],
		});

		expect(service.messages).toMatchObject([{ contactId, item: { text: 'Hello' } }]);
		expect(node.hints.map(({ message }) => message)).toEqual([
			expect.stringContaining("'600 331 002' has no country code"),
			expect.stringContaining("'34600331001' in another format"),
		]);
	});
}
