import type { IWebhookResponseData } from 'n8n-workflow';

import type { Page } from './page';

export interface HttpResponse {
	statusCode: number;
	setHeader(name: string, value: string): unknown;
	end(text: string): unknown;
	once(event: 'close', listener: () => void): unknown;
}

export interface Reply extends Omit<Page, 'html'> {
	text: string;
}

export function send(response: HttpResponse, reply: Reply): IWebhookResponseData {
	setHeaders(response, reply);
	response.statusCode = reply.status;
	response.end(reply.text);
	return { noWebhookResponse: true };
}

export function setHeaders(response: HttpResponse, { headers }: Reply): void {
	for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
}
