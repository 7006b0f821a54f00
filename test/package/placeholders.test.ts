import { placeholdersIn } from '../../tools/placeholders/placeholders';

const text = `
	https://github.com/n8n-nodes-channel-messaging/n8n-nodes-channel-messaging#readme
	git+https://github.com/n8n-nodes-channel-messaging/n8n-nodes-channel-messaging.git
	n8n-nodes-channel-messaging maintainers <maintainers@n8n-nodes-channel-messaging.example>
	> The address is a placeholder. The owner replaces it.
	## [0.1.0] - YYYY-MM-DD
`;

it('placeholdersIn returns the URL, the address, its note, the name, and the date that the owner must replace', () => {
	expect(placeholdersIn(text, 'ana/n8n-nodes-channel-messaging')).toEqual([
		'github.com/n8n-nodes-channel-messaging/n8n-nodes-channel-messaging',
		'maintainers@n8n-nodes-channel-messaging.example',
		'The address is a placeholder.',
		'n8n-nodes-channel-messaging maintainers',
		'[0.1.0] - YYYY-MM-DD',
	]);
});

it('placeholdersIn returns nothing if the owner has replaced all values', () => {
	const replaced = text
		.replaceAll('github.com/n8n-nodes-channel-messaging/', 'github.com/ana/')
		.replace('maintainers@n8n-nodes-channel-messaging.example', 'ana@mail.example')
		.replace('> The address is a placeholder. The owner replaces it.', '')
		.replace('n8n-nodes-channel-messaging maintainers', 'Ana Souto')
		.replace('YYYY-MM-DD', '2026-12-01');
	expect(placeholdersIn(replaced, 'ana/n8n-nodes-channel-messaging')).toEqual([]);
});
