import axios from 'axios';
import type { INodeParameters } from 'n8n-workflow';
import { z } from 'zod';
import { until } from '../n8n/until';
import { contact } from './parameters';
import { theRunning } from './running';
import { workflowOf, type NodeSettings } from './workflow';
import type { N8nClient } from '../n8n';
import type { Service } from '../service';

/** What a browser got. */
export interface Visited {
	readonly status: number;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly html: string;
}

/** A question that was sent, and that an execution waits with. */
export interface Asked {
	readonly executionId: string;
	readonly text: string;
	/** The links in the message, by what they are called. */
	readonly links: Readonly<Record<string, string>>;
}

/** Parameters of Send and Wait for Response. */
export function question(parameters: INodeParameters = {}): INodeParameters {
	return {
		resource: 'message',
		operation: 'sendAndWait',
		contactId: contact('={{ $json.contactId }}'),
		message: 'Order 1042: shall we send it?',
		options: {},
		...parameters,
	};
}

/** Both answers of an approval. */
export const approveOrDecline: INodeParameters = {
	approvalOptions: { values: { approvalType: 'double' } },
};

const statusSchema = z.object({ status: z.string() });

/** How n8n says that an execution is. */
export async function statusOf(client: N8nClient, executionId: string): Promise<string> {
	return statusSchema.parse(await client.getStoredExecution(executionId)).status;
}

/** Waits until an execution waits: the newest message of the service is its question. */
export async function askedIn(
	executionId: string,
	{ client, service }: { readonly client: N8nClient; readonly service: Service } = theRunning(),
): Promise<Asked> {
	const waitingFor = `execution ${executionId} to wait for an answer`;
	await until({ within: 60_000, waitingFor }, async () => {
		const status = await statusOf(client, executionId);
		if (status === 'error') throw new Error(`Execution ${executionId} ended instead of waiting`);
		return status === 'waiting' ? true : undefined;
	});
	const item = service.messages.at(-1)?.item;
	const text = item?.type === 'text' ? item.text : '';
	const links = [...text.matchAll(/^(.+): (https?:\S+)$/gm)];
	return {
		executionId,
		text,
		links: Object.fromEntries(links.map(([, label = '', url = '']) => [label, url])),
	};
}

/** Runs a workflow that asks, until it waits. */
export async function ask(
	parameters: INodeParameters = {},
	settings?: NodeSettings,
): Promise<Asked> {
	const { client, service } = theRunning();
	const contactId = service.contacts.all()[0]?.id ?? '';
	const items = [{ contactId, order: 1042 }];
	const flow = workflowOf({
		parameters: question(parameters),
		items,
		...(settings === undefined ? {} : { settings }),
	});
	return await askedIn(await client.startWorkflow(flow));
}

const http = axios.create({
	proxy: false,
	validateStatus: () => true,
	responseType: 'text',
	transformResponse: (body: unknown) => body,
});

/** Opens a link, as a browser, a preview or a bot does. */
export async function open(
	url: string | undefined,
	{ method = 'GET', userAgent = 'Mozilla/5.0' } = {},
): Promise<Visited> {
	const headers = { 'user-agent': userAgent };
	const response = await http.request<string>({ method, url: url ?? '', headers });
	return { status: response.status, headers: response.headers, html: response.data };
}

/**
 * Presses the button of the page behind a link.
 *
 * @param server where the request is taken instead, as a proxy passes it on
 */
export async function press(
	url = '',
	fields: Readonly<Record<string, string>> = {},
	server = new URL(url).origin,
): Promise<Visited> {
	const { host, pathname, search } = new URL(url);
	const body = new URLSearchParams(fields);
	const response = await http.post<string>(`${server}${pathname}${search}`, body, {
		headers: { host },
	});
	return { status: response.status, headers: response.headers, html: response.data };
}
