import type { Oracle } from './evidence';

/** After a 401 response, an attempt writes no other request with the same token. */
export const rejectedToken: Oracle = ({ executions }) =>
	executions.flatMap(({ number, requests }) =>
		requests
			.filter(({ result }) => result === 401)
			.map((rejected) =>
				requests.some(
					({ attempt, token, writtenAt }) =>
						attempt === rejected.attempt &&
						token === rejected.token &&
						writtenAt > (rejected.endedAt ?? Infinity),
				)
					? `Execution ${String(number)} continued to use a token that the service had rejected`
					: undefined,
			),
	);
