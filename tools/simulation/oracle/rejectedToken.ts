import type { Oracle } from './evidence';

/**
 * n8n's time from a request's permit until it is written. Only a request with a body can be held back
 * during this time.
 */
const preparationMs = 100;

/**
 * M8: after a 401 response, an attempt writes no other request with the same token, except reads that
 * already had a permit.
 */
export const rejectedToken: Oracle = ({ executions }) =>
	executions.flatMap(({ number, requests }) =>
		requests
			.filter(({ result }) => result === 401)
			.map((rejected) =>
				requests.some(
					({ attempt, method, token, writtenAt }) =>
						attempt === rejected.attempt &&
						token === rejected.token &&
						writtenAt > (rejected.endedAt ?? Infinity) + (method === 'GET' ? preparationMs : 0),
				)
					? `Execution ${String(number)} continued to use a token that the service had rejected`
					: undefined,
			),
	);
