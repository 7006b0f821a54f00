import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isOnThisMachine } from './attachments/downloadedFile';
import { formatIssues } from './formatIssues';

/** A message of a contact, and the webhook that receives it. */
const replySchema = z.strictObject({
	webhook: z.string().refine(isOnThisMachine, 'Must be a URL on this machine'),
	headerName: z
		.string()
		.regex(/^[\w-]+$/, 'Must be the name of a header')
		.default('X-Api-Key'),
	headerValue: z.string().default(''),
	phone: z.string(),
	text: z.string(),
	/** The same ID in two requests is the same message, delivered twice. */
	id: z.string().default(randomUUID),
});

/** Accepts replies as JSON or from a form, and posts them to a webhook as a provider does. */
export function replies(server: FastifyInstance): void {
	server.addContentTypeParser(
		'application/x-www-form-urlencoded',
		{ parseAs: 'string' },
		(_request, body, done) => {
			done(null, Object.fromEntries(new URLSearchParams(body.toString())));
		},
	);
	server.post('/_service/replies', async (request, reply) => {
		const { success, data, error } = replySchema.safeParse(request.body);
		if (!success) return await reply.code(400).send({ message: formatIssues(error) });
		const { webhook, headerName, headerValue, ...message } = data;
		try {
			const { status } = await fetch(webhook, {
				method: 'POST',
				headers: { 'Content-Type': 'application/json', [headerName]: headerValue },
				body: JSON.stringify(message),
				redirect: 'manual',
			});
			return { ...message, status };
		} catch {
			return await reply.code(502).send({ message: `No response from ${webhook}` });
		}
	});
}

/** The form on the inbox page, which shows the result below. */
export const replyForm = `<form method="post" action="/_service/replies" target="result">
<p><label>Webhook <input name="webhook" type="url" size="50" required></label>
<label>Header <input name="headerName" value="X-Api-Key"></label>
<label>Value <input name="headerValue" type="password" autocomplete="off"></label>
<p><label>Phone <input name="phone" type="tel" value="+15550100001" required></label>
<label>Reply <input name="text" size="50" required></label>
<button>Send reply</button>
</form>
<iframe name="result" title="Result" height="40" width="100%"></iframe>`;
