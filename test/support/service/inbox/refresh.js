const pauseMs = 500;

/** Replaces only changed elements, so that images don't flicker. */
function update(fresh) {
	document.getElementById('state').replaceWith(fresh.getElementById('state'));
	const cards = [...fresh.getElementById('contacts').children].map((card) => {
		const current = document.getElementById(card.id);
		return current?.isEqualNode(card) ? current : card;
	});
	const list = document.getElementById('contacts');
	const isUnchanged = cards.every((card, index) => card === list.children[index]);
	if (!isUnchanged || cards.length !== list.children.length) list.replaceChildren(...cards);
}

async function refresh() {
	try {
		const page = await (await fetch('/')).text();
		update(new DOMParser().parseFromString(page, 'text/html'));
	} catch {
		document.getElementById('state').textContent = 'No response from the service. Retrying…';
	}
	setTimeout(refresh, pauseMs);
}

setTimeout(refresh, pauseMs);
