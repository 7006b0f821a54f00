import { isThisMachine } from './baseUrl';

/**
 * Returns a hint if the URL points to localhost.
 *
 * @param name the subject of the hint's first sentence
 * @param reader the person who opens the link
 */
export function localhostHint(url: string, name: string, reader: string): string | undefined {
	if (!URL.canParse(url) || !isThisMachine(new URL(url))) return undefined;
	return `${name} leads to localhost, which ${reader} can't open. Set N8N_WEBHOOK_URL (WEBHOOK_URL before n8n 2.30) to the public address of n8n.`;
}
