import { Faults } from './faults';

it('A fault rule takes precedence over later rules', () => {
	const faults = new Faults();
	faults.add({ match: { path: '/send' }, fault: { kind: 'noResponse' } });
	faults.add({ times: 2, fault: { kind: 'slow', delayMs: 1 } });
	// Messages alternate with reads.
	const paths = ['/send', '/read', '/send', '/read'];

	const kinds = paths.map((path) => faults.next({ path, contactId: '' })?.kind);

	expect(kinds).toEqual(['noResponse', 'slow', 'slow', undefined]);
});
