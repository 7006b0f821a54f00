import type { MessageItem } from '../api/schemas';
import type { Contact } from '../contacts/contactBook';
import type { AcceptedMessage, Channel } from '../channel';
import { type Html, html } from './html';

/** More than anyone reads, and few enough to be drawn at once. */
const contactsShown = 200;
const messagesShownPerContact = 10;

/** All contacts with their messages; who got the latest message comes first. */
export function inboxPage(channel: Channel, url: string): Html {
	const { accepted, rateLimited } = channel.statistics();
	const messages = messagesByContact(channel.messages);
	const known = channel.contacts.all().map(({ id }) => id);
	const ids = [...new Set([...[...messages.keys()].reverse(), ...known])];
	const cards = ids
		.slice(0, contactsShown)
		.map((id) => card(id, channel.contacts.get(id), messages.get(id) ?? []));
	const left = ids.length - cards.length;
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
						These contacts are made up, and nobody gets a message. What you send to
						<code>${url}</code> appears here as it arrives.
					</p>
					<p id="state">
						Messages received: <b>${accepted}</b>. Calls refused for the rate limit (429):
						<b>${rateLimited}</b>.
					</p>
				</header>
				<main id="contacts">
					${cards}${left > 0 ? html`<p id="left">and ${left} more contacts</p>` : ''}
				</main>
			</body>
		</html>`;
}

/** The contact with the newest message is last. */
function messagesByContact(messages: readonly AcceptedMessage[]): Map<string, AcceptedMessage[]> {
	const byContact = new Map<string, AcceptedMessage[]>();
	for (const message of messages) {
		const received = byContact.get(message.contactId) ?? [];
		received.push(message);
		// Taken out and put back, it moves to the end.
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
	const earlier = received.length - messagesShownPerContact;
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
			${earlier > 0 ? html`<p class="quiet">${earlier} earlier</p>` : ''}
			${received.slice(-messagesShownPerContact).map(message)}
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

/** Returns the text with its web addresses as links. Other schemes, such as javascript:, stay text. */
function withLinks(text: string): Html[] {
	return text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/i).map((part, index) => {
		const isAddress = index % 2 === 1;
		return isAddress
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
