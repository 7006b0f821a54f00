import type { FastifyInstance } from 'fastify';
import type { AcceptedMessage, Channel } from './channel';
import type { Contact } from './contacts/contactStore';
import { replyForm } from './replies';

/** Keeps the page small. */
const maxMessages = 200;
const maxContacts = 100;

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Returns HTML with HTTP URLs as links. Other schemes, such as javascript:, remain text. */
function htmlOf(text: string): string {
	return text
		.replace(/[&<>"]/g, (character) => escapes[character] ?? '')
		.replace(/https?:\/\/(?:(?!&[lg]t;|&quot;)\S)+(?<![.,;:!?)])/gi, '<a href="$&">$&</a>');
}

function row({ contacts }: Channel, { at, contactId, item }: AcceptedMessage): string {
	const {
		firstName = '',
		lastName = '',
		phone = '',
	} = contacts.get(contactId)?.custom_fields ?? {};
	const name = [firstName, lastName, phone, `ID ${contactId}`].filter(Boolean).join(' ');
	const content =
		item.type === 'text'
			? item.text
			: item.type === 'quick_reply'
				? `${item.title} [${item.replies.join('] [')}]`
				: `${item.type}: ${item.url}`;
	const time = new Date(at).toTimeString().slice(0, 8);
	const cells = [time, htmlOf(name), `<pre>${htmlOf(content)}</pre>`];
	return `<tr><td>${cells.join('<td>')}`;
}

function contactRow({ id, custom_fields: fields, tags }: Contact): string {
	const { firstName = '', lastName = '', phone = '', email = '', ...others } = fields;
	const more = Object.entries(others).map(([name, value]) => `${name}: ${value}`);
	const cells = [
		`${firstName} ${lastName}`,
		phone,
		email,
		`ID ${id}`,
		more.join(', '),
		tags.join(', '),
	];
	return `<tr><td>${cells.map(htmlOf).join('<td>')}`;
}

/**
 * Serves a page with a form for replies, with the contacts, and with the latest messages, which
 * reload every two seconds.
 */
export function inbox(server: FastifyInstance, channel: Channel): void {
	const page = (body: string) => `<!doctype html><title>Inbox</title>\n${body}`;
	const html = 'text/html; charset=utf-8';
	server.get('/', (_request, reply) =>
		reply.type(html).send(
			page(`<h1>Inbox of the local service</h1>
<p>The contacts are fictional, and no message is delivered.
<iframe src="/_service/inbox" title="Messages" height="400" width="100%"></iframe>
<h2>Reply as a contact</h2>
${replyForm}
<h2>Contacts</h2>
<table>${channel.contacts.all().slice(0, maxContacts).map(contactRow).join('\n')}</table>`),
		),
	);
	// The messages are in a frame, so that reloading them doesn't clear the form.
	server.get('/_service/inbox', (_request, reply) => {
		const latest = channel.messages.slice(-maxMessages).reverse();
		return reply.type(html).send(
			page(`<meta http-equiv="refresh" content="2"><base target="_blank">
<p>Messages: ${String(channel.messages.length)}
<table>${latest.map((message) => row(channel, message)).join('\n')}</table>`),
		);
	});
}
