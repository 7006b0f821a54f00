import { type Fault, type FaultRule, Faults } from './faults';

const send = { method: 'POST', path: '/v1/message/sendContent/7', contactId: '7' };
const read = { method: 'GET', path: '/v1/contact/a%20b?page=2', contactId: 'a b' };
const fault: Fault = { kind: 'noResponse' };

// Three sends (even indexes) alternate with three reads (odd indexes).
const requests = [send, read, send, read, send, read];

it.each<[string, Partial<FaultRule>, number[]]>([
	['one request by default', {}, [0]],
	['all requests if times is null', { times: null }, [0, 1, 2, 3, 4, 5]],
	['requests with its method', { times: Infinity, match: { method: 'POST' } }, [0, 2, 4]],
	['requests whose path matches', { times: 3, match: { path: '^/v1/contact/' } }, [1, 3, 5]],
	['requests for its contact', { times: 3, match: { contactId: 'a b' } }, [1, 3, 5]],
	['requests from the nth match on', { times: 3, match: { method: 'POST', nth: 2 } }, [2, 4]],
])('A fault rule affects %s', (_description, rule, affected) => {
	const faults = new Faults();
	faults.add({ ...rule, fault });

	expect(requests.flatMap((request, index) => (faults.next(request) ? [index] : []))).toEqual(
		affected,
	);
	faults.clear();
	expect(faults.next(send)).toBeUndefined();
});

it('A fault rule takes precedence over later rules', () => {
	const faults = new Faults();
	faults.add({ match: { method: 'POST' }, fault });
	faults.add({ times: 2, fault: { kind: 'slow', delayMs: 1 } });

	const kinds = requests.map((request) => faults.next(request)?.kind);

	expect(kinds.slice(0, 4)).toEqual(['noResponse', 'slow', 'slow', undefined]);
});
