import { sendText } from '../fetchApi';
import { type Service, startService } from '../startService';

let service: Service;

beforeEach(async () => {
	service = await startService({ acceptUnknownContacts: true });
});

afterEach(async () => {
	await service.close();
});

/** Returns the inbox page after a contact received a text. */
async function pageWith(text: string): Promise<string> {
	await sendText(service, '7', text);
	return await (await fetch(service.url)).text();
}

it('The inbox shows URLs as links without trailing punctuation', async () => {
	const page = await pageWith('Approve: https://a.example/x?b=1&c=2. Decline: http://a.example/y');

	expect(page).toContain('<a href="https://a.example/x?b=1&amp;c=2" target="_blank"');
	expect(page).toContain(
		'>https://a.example/x?b=1&amp;c=2</a>. Decline: <a href="http://a.example/y"',
	);
});

it('The inbox shows URLs of other schemes as text', async () => {
	expect(await pageWith('javascript:alert(1)')).not.toContain('target="_blank"');
});

it('The inbox escapes text before and after a link', async () => {
	const page = await pageWith('<b>https://a.example/"><script>alert(1)</script>');

	expect(page).toContain('&lt;b&gt;<a href="https://a.example/" target="_blank"');
	expect(page).not.toContain('<script>alert');
});
