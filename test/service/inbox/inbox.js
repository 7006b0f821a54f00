// Shows what the service is told. Everything that comes from outside is put in as text, never as
// markup, and what is drawn is bounded: thousands of messages cost no more than a few hundred.

const conversationsDrawn = 100;
const messagesDrawn = 200;

/** By contact identifier; the one with the newest message is last. */
let conversations = new Map();
let contacts = new Map();
let selectedId;
let drawIsDue = false;
let drawnConversation;

const part = (id) => document.getElementById(id);

function element(name, className, ...children) {
	const created = document.createElement(name);
	if (className) created.className = className;
	created.append(...children);
	return created;
}

const symbols = {
	image: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.5 9.5h.01',
	video: 'M3 6h12v12H3zM15 10.5l6-3.5v10l-6-3.5',
	audio:
		'M9 18V6l11-2v12M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM20 16a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
	file: 'M6 3h8l5 5v13H6zM14 3v5h5M9.5 13h5M9.5 17h5',
};
const kinds = { image: 'Picture', video: 'Video', audio: 'Audio', file: 'File' };

function symbol(kind) {
	const space = 'http://www.w3.org/2000/svg';
	const drawing = document.createElementNS(space, 'svg');
	drawing.setAttribute('viewBox', '0 0 24 24');
	drawing.setAttribute('aria-hidden', 'true');
	const path = document.createElementNS(space, 'path');
	path.setAttribute('class', 'stroke');
	path.setAttribute('d', symbols[kind]);
	drawing.append(path);
	return drawing;
}

// --- what arrives

function receive(update) {
	if (update.startsAfresh) {
		conversations = new Map();
		contacts = new Map();
		drawnConversation = undefined;
	}
	for (const contact of update.contacts) contacts.set(contact.id, contact);
	for (const message of update.messages) addMessage(message);
	// After a lost connection the selected conversation is still there, after a reset it isn't.
	if (!conversations.has(selectedId)) selectedId = update.messages.at(-1)?.contactId;
	const selected = conversations.get(selectedId);
	if (selected) selected.unread = false;
	part('accepted').textContent = update.accepted.toLocaleString();
	part('refused').textContent = update.refused.toLocaleString();
	part('refused').parentElement.classList.toggle('some', update.refused > 0);
	drawSoon();
}

function addMessage(message) {
	const { contactId } = message;
	const conversation = conversations.get(contactId) ?? { contactId, messages: [], unread: false };
	conversation.messages.push(message);
	if (conversation.messages.length > messagesDrawn) conversation.messages.shift();
	conversation.unread = contactId !== selectedId;
	// Taken out and put back, it moves to the end.
	conversations.delete(contactId);
	conversations.set(contactId, conversation);
}

/** However many updates come, the page is drawn at most once a frame. */
function drawSoon() {
	if (drawIsDue) return;
	drawIsDue = true;
	requestAnimationFrame(() => {
		drawIsDue = false;
		draw();
	});
}

function draw() {
	drawConversations();
	drawContact();
	drawMessages();
}

// --- conversations

function nameOf(contactId) {
	const { firstName, lastName } = contacts.get(contactId)?.custom_fields ?? {};
	return [firstName, lastName].filter(Boolean).join(' ') || contactId;
}

const phoneOf = (contactId) => contacts.get(contactId)?.custom_fields.phone ?? '';

function avatar(contactId) {
	const name = nameOf(contactId);
	const known = name !== contactId;
	const initials = name
		.split(/\s+/)
		.filter((_word, index, words) => index === 0 || index === words.length - 1)
		.map((word) => Array.from(word)[0] ?? '')
		.join('');
	let sum = 0;
	for (const character of contactId) sum += character.codePointAt(0);
	const created = element('span', `avatar tone-${sum % 6}`, known ? initials.toUpperCase() : '#');
	created.setAttribute('aria-hidden', 'true');
	return created;
}

function summary(item) {
	if (item.type === 'text') return item.text;
	if (item.type === 'quick_reply') return `${item.title}  [${item.replies.length}]`;
	return `${kinds[item.type]}: ${fileName(item.url)}`;
}

function drawConversations() {
	const wanted = part('filter').value.trim().toLowerCase();
	const found = [...conversations.keys()]
		.reverse()
		.filter((id) => `${nameOf(id)} ${phoneOf(id)} ${id}`.toLowerCase().includes(wanted));
	// The rows are drawn anew: whoever moves by keyboard stays where they are.
	const focusedId = document.activeElement?.dataset.contactId;
	part('conversations').replaceChildren(
		...found.slice(0, conversationsDrawn).map((id) => conversationRow(conversations.get(id))),
	);
	if (focusedId !== undefined) {
		const rows = [...part('conversations').querySelectorAll('.row')];
		rows.find((row) => row.dataset.contactId === focusedId)?.focus({ preventScroll: true });
	}
	const left = found.length - conversationsDrawn;
	part('more-conversations').hidden = left <= 0;
	part('more-conversations').textContent = `and ${left.toLocaleString()} more: search to find them`;
}

function conversationRow({ contactId, messages, unread }) {
	const last = messages[messages.length - 1];
	const row = element(
		'button',
		unread ? 'row unread' : 'row',
		avatar(contactId),
		element('span', 'name', nameOf(contactId)),
		element('span', 'time', timeOf(last.at)),
		element('span', 'phone', phoneOf(contactId) || contactId),
		element('span', 'last', summary(last.item)),
		element('span', 'dot'),
	);
	row.type = 'button';
	row.dataset.contactId = contactId;
	row.setAttribute('aria-current', String(contactId === selectedId));
	if (unread) row.lastChild.setAttribute('aria-label', 'New');
	return element('li', '', row);
}

// --- the selected contact

function drawContact() {
	part('empty').hidden = selectedId !== undefined;
	part('contact').hidden = selectedId === undefined;
	part('messages').hidden = selectedId === undefined;
	if (selectedId === undefined) return;
	const contact = contacts.get(selectedId);
	const fields = Object.entries(contact?.custom_fields ?? {}).map(([name, value]) =>
		element('span', '', `${name} `, element('b', '', value || '–')),
	);
	const tags = (contact?.tags ?? []).map((tag) => element('span', 'tag', tag));
	part('contact').replaceChildren(
		avatar(selectedId),
		element(
			'div',
			'who',
			element('h2', '', nameOf(selectedId)),
			element('div', 'identifier', contact ? `ID ${selectedId}` : 'Not one of the contacts'),
		),
		element('div', 'tags', ...tags),
		element('div', 'fields', ...fields),
	);
}

// --- its messages

function drawMessages() {
	const conversation = conversations.get(selectedId);
	const area = part('messages');
	if (!conversation) {
		area.replaceChildren();
		drawnConversation = undefined;
		return;
	}
	const isOther = drawnConversation?.contactId !== selectedId;
	const wasAtEnd = area.scrollHeight - area.scrollTop - area.clientHeight < 60;
	if (isOther) area.replaceChildren();
	const drawnUntil = isOther ? 0 : drawnConversation.number;
	let previous = isOther ? undefined : drawnConversation.last;
	for (const message of conversation.messages) {
		if (message.number <= drawnUntil) continue;
		if (!previous || dayOf(previous.at) !== dayOf(message.at)) {
			area.append(element('div', 'day', dayOf(message.at)));
		}
		area.append(messageView(message));
		previous = message;
	}
	while (area.childElementCount > messagesDrawn + 1) area.firstElementChild.remove();
	drawnConversation = { contactId: selectedId, number: previous.number, last: previous };
	if (isOther || wasAtEnd) area.scrollTop = area.scrollHeight;
}

function messageView({ at, item, forceCancelSurvey }) {
	const time = element('time', '', timeOf(at));
	time.dateTime = new Date(at).toISOString();
	const meta = element('div', 'meta', time);
	if (forceCancelSurvey) meta.prepend(element('span', 'survey', 'Survey cancelled'));
	const view = element('article', 'message', element('div', 'bubble', ...contentViews(item), meta));
	if (item.type === 'quick_reply') {
		const replies = item.replies.map((reply) => element('span', 'reply', reply));
		view.append(element('div', 'replies', ...replies));
	}
	return view;
}

function contentViews(item) {
	if (item.type === 'text') return [element('div', 'text', item.text)];
	if (item.type === 'quick_reply') return [element('div', 'question', item.title)];
	const caption = element('div', 'file-name', fileName(item.url));
	const origin = element('div', 'origin', `${kinds[item.type]} · ${hostOf(item.url)}`);
	if (item.type === 'image') return [picture(item.url), caption, origin];
	const box = element('div', 'attachment', element('div', 'symbol', symbol(item.type)));
	box.append(caption, origin);
	box.title = item.url;
	return [box];
}

function picture(url) {
	const image = element('img', '');
	image.alt = fileName(url);
	image.referrerPolicy = 'no-referrer';
	const frame = element('div', 'picture', image);
	frame.title = url;
	image.addEventListener('error', () => {
		frame.replaceChildren(
			element('div', 'unavailable', symbol('image'), 'Picture can’t be loaded here'),
		);
	});
	image.src = url;
	return frame;
}

function fileName(url) {
	const { pathname, hostname } = new URL(url);
	const name = pathname.split('/').filter(Boolean).pop();
	if (name === undefined) return hostname;
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}

const hostOf = (url) => new URL(url).host;

const timeFormat = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const dayFormat = new Intl.DateTimeFormat(undefined, {
	weekday: 'long',
	day: 'numeric',
	month: 'long',
});
const timeOf = (at) => timeFormat.format(at);
const dayOf = (at) => dayFormat.format(at);

// --- what the viewer does

// A row may be drawn anew between pressing and releasing, which would lose a click.
part('conversations').addEventListener('pointerdown', (event) => {
	select(event.target.closest('.row')?.dataset.contactId);
});
part('conversations').addEventListener('click', (event) => {
	select(event.target.closest('.row')?.dataset.contactId);
});
part('filter').addEventListener('input', drawSoon);

function select(contactId) {
	const conversation = conversations.get(contactId);
	if (!conversation) return;
	selectedId = contactId;
	conversation.unread = false;
	drawSoon();
}

// --- the connection

part('address').textContent = location.origin;
const events = new EventSource('_service/events');
const showConnection = (text, isLive) => {
	part('connection').textContent = text;
	part('connection').classList.toggle('live', isLive);
};
events.addEventListener('open', () => showConnection('Live', true));
events.addEventListener('error', () => showConnection('Not connected, trying again…', false));
events.addEventListener('message', ({ data }) => receive(JSON.parse(data)));
