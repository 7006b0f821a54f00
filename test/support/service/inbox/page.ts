import type { MessageItem } from '../api/schemas';
import type { Contact } from '../contacts/contactStore';
import type { AcceptedMessage, Channel } from '../channel';
import { type Html, html } from './html';

/** Keeps rendering fast. */
const maxContacts = 200;
const maxMessagesPerContact = 10;

/** Returns the inbox: all contacts with their messages, most recent message first. */
export function inboxPage(channel: Channel, url: string): Html {
	const { accepted, rateLimited } = channel.statistics();
	const messages = messagesByContact(channel.messages);
	const existing = channel.contacts.all().map(({ id }) => id);
	const ids = [...new Set([...[...messages.keys()].reverse(), ...existing])];
	const cards = ids
		.slice(0, maxContacts)
		.map((id) => card(id, channel.contacts.get(id), messages.get(id) ?? []));
	const hiddenCount = ids.length - cards.length;
	return html`<!doctype html>
		<html lang="en">
			<head>
				<meta charset="utf-8" />
				<meta name="viewport" content="width=device-width, initial-scale=1" />
				<title>Channel inbox (simulation)</title>
				<link rel="icon" href="data:," />
				<link rel="stylesheet" href="inbox.css" />
				<script src="refresh.js" type="module"></script>
			</head>
			<body>
				<header>
					<h1>Channel inbox <span class="simulation">Simulation</span></h1>
					<p>
						These contacts are fictional, and no message is delivered. Messages sent to
						<code>${url}</code> appear here.
					</p>
					<p id="state">
						Accepted messages: <b>${accepted}</b>. Rate-limited requests (429):
						<b>${rateLimited}</b>.
					</p>
				</header>
				<main id="contacts">
					${cards}${hiddenCount > 0
						? html`<p id="hidden">and ${hiddenCount} more contacts</p>`
						: ''}
				</main>
			</body>
		</html>`;
}

/** Returns messages by contact. The contact with the latest message is last. */
function messagesByContact(messages: readonly AcceptedMessage[]): Map<string, AcceptedMessage[]> {
	const byContact = new Map<string, AcceptedMessage[]>();
	for (const message of messages) {
		const received = byContact.get(message.contactId) ?? [];
		received.push(message);
		// Reinserting a key moves it to the end.
		byContact.delete(message.contactId);
		byContact.set(message.contactId, received);
	}
	return byContact;
}

function card(
	id: string,
	contact: Contact | undefined,
	received: readonly AcceptedMessage[],
): Html {
	const earlierCount = received.length - maxMessagesPerContact;
	return html`<article id="contact-${id}">
		<div class="contact">
			<h2>${contact ? nameOf(contact) : 'Unknown contact'}</h2>
			<p>${contact?.custom_fields['phone'] ?? ''}</p>
			<p class="identifier">ID ${id}</p>
			<ul class="tags">
				${(contact?.tags ?? []).map((tag) => html`<li>${tag}</li>`)}
			</ul>
		</div>
		<div class="messages">
			${received.length === 0 ? html`<p class="quiet">No messages yet</p>` : ''}
			${earlierCount > 0 ? html`<p class="quiet">${earlierCount} earlier</p>` : ''}
			${received.slice(-maxMessagesPerContact).map(message)}
		</div>
	</article>`;
}

function nameOf({ custom_fields: { firstName = '', lastName = '' } }: Contact): string {
	return `${firstName} ${lastName}`.trim() || 'No name';
}

function message({ at, item, forceCancelSurvey }: AcceptedMessage): Html {
	const time = new Date(at).toTimeString().slice(0, 8);
	return html`<div class="message">
		${content(item)}
		<small>${time}${forceCancelSurvey ? ' · survey cancelled' : ''}</small>
	</div>`;
}

const attachments = { image: 'Image', video: 'Video', audio: 'Audio', file: 'File' };

/** Returns the text with HTTP URLs as links. Other schemes, such as javascript:, remain text. */
function withLinks(text: string): Html[] {
	return text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/i).map((part, index) => {
		const isUrl = index % 2 === 1;
		return isUrl
			? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>`
			: html`${part}`;
	});
}

function content(item: MessageItem): Html {
	switch (item.type) {
		case 'text':
			return html`<p>${withLinks(item.text)}</p>`;
		case 'quick_reply':
			return html`<p>${withLinks(item.title)}</p>
				<ul class="replies">
					${item.replies.map((reply) => html`<li>${reply}</li>`)}
				</ul>`;
		default: {
			const picture = item.type === 'image' ? html`<img src="${item.url}" alt="" />` : '';
			return html`${picture}
				<p><b>${attachments[item.type]}</b> ${withLinks(item.url)}</p>`;
		}
	}
}
