import axios from 'axios';
import { until } from './until';

/** What a webhook answered. */
export interface WebhookAnswer {
	readonly status: number;
	readonly body: unknown;
}

const registrationPatience = 5_000;

/**
 * Posts to a webhook of an active workflow. n8n may answer the activation a moment before the
 * webhook is registered: until then it says 404, and nothing has been started.
 */
export async function callWebhook(
	url: string,
	path: string,
	body: unknown,
): Promise<WebhookAnswer> {
	const waitingFor = `n8n to register the webhook ${path}`;
	return await until({ within: registrationPatience, waitingFor }, async () => {
		const { status, data } = await axios.post<unknown>(`${url}/webhook/${path}`, body, {
			proxy: false,
			validateStatus: () => true,
		});
		const isUnregistered = status === 404 && JSON.stringify(data).includes('not registered');
		return isUnregistered ? undefined : { status, body: data };
	});
}
