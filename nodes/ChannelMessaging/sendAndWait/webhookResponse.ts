import type { IWebhookResponseData } from 'n8n-workflow';

import type { Page } from './page';

export interface HttpResponse {
	statusCode: number;
	setHeader(name: string, value: string): unknown;
	end(text: string): unknown;
	once(event: 'close', listener: () => void): unknown;
}

export interface WebhookResponse extends Omit<Page, 'html'> {
	text: string;
}

export function send(response: HttpResponse, reply: WebhookResponse): IWebhookResponseData {
	setHeaders(response, reply);
	response.statusCode = reply.status;
	response.end(reply.text);
	return { noWebhookResponse: true };
}

export function setHeaders(response: HttpResponse, { headers }: WebhookResponse): void {
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
