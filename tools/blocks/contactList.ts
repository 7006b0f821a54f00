import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const contactsPerPage = 1_000;

const fields = ['phone', 'email', 'firstName', 'lastName', 'locale', 'timezone', 'customerid'];

function contactOf(index: number) {
	return {
		id: String(48_120_000 + index),
		custom_fields: {
			city: 'Vigo',
			...Object.fromEntries(fields.map((field) => [field, `${field} of ${String(index)}`])),
		},
		tags: ['customer', 'newsletter'],
	};
}

/** Serves a list of contacts, each with eight custom fields, in its own process. Prints its port. */
function main(count: number): void {
	const lastPage = Math.ceil(count / contactsPerPage);
	const server = createServer(({ url = '' }, response) => {
		const page = Number(new URL(url, 'http://localhost').searchParams.get('page') ?? 1);
		const first = (page - 1) * contactsPerPage;
		const length = Math.max(0, Math.min(contactsPerPage, count - first));
		const data = Array.from({ length }, (_, index) => contactOf(first + index));
		const meta = {
			current_page: page,
			last_page: lastPage,
			per_page: contactsPerPage,
			total: count,
		};
		const links = { next: page < lastPage ? 'next' : null };
		response.setHeader('Content-Type', 'application/json');
		response.end(JSON.stringify({ data, links, meta }));
	});
	server.listen(0, '127.0.0.1', () => {
		console.log((server.address() as AddressInfo).port);
	});
}

main(Number(process.argv[2]));
