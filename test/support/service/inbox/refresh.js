const pauseMilliseconds = 500;

/** Takes over what has changed and keeps the rest, so that pictures stay and nothing flickers. */
function takeOver(fresh) {
	document.getElementById('state').replaceWith(fresh.getElementById('state'));
	const cards = [...fresh.getElementById('contacts').children].map((card) => {
		const shown = document.getElementById(card.id);
		return shown?.isEqualNode(card) ? shown : card;
	});
	const list = document.getElementById('contacts');
	const isSame = cards.every((card, index) => card === list.children[index]);
	if (!isSame || cards.length !== list.children.length) list.replaceChildren(...cards);
}

async function refresh() {
	try {
		const page = await (await fetch('/')).text();
		takeOver(new DOMParser().parseFromString(page, 'text/html'));
	} catch {
		document.getElementById('state').textContent = 'The service doesn’t answer. Trying again…';
	}
	setTimeout(refresh, pauseMilliseconds);
}

setTimeout(refresh, pauseMilliseconds);
