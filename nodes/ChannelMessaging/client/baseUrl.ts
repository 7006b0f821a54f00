import type { IDataObject } from 'n8n-workflow';

/** Where the calls of a credential may go, or why its settings lead nowhere safe. */
type Address =
	/** Without a slash at the end. */
	{ kind: 'usable'; baseUrl: string } | { kind: 'refused'; message: string; advice: string };

/** The address as people enter it: its root, in the first group, perhaps with `/v1` and slashes. */
export const enteredRoot = /^(https?:\/\/[^/]+.*?)(?:\/+v1)?\/*$/i;

/**
 * The one address that a credential's token may be sent to. Whoever sends it asks here first.
 *
 * @param settings those of the credential, with two that n8n adds to each, `allowedHttpRequestDomains`
 * and `allowedDomains`
 */
export function readAddress(settings: IDataObject): Address {
	const refused = (message: string, advice: string): Address => ({
		kind: 'refused',
		message,
		advice,
	});
	const url = plainUrl(settings.baseUrl);
	if (url === undefined) {
		return refused(
			"'Base URL' of the credential is not the address of a service",
			'Enter an address such as https://channel.example.com, without user name, question mark or #.',
		);
	}
	if (url.protocol === 'http:' && !isThisMachine(url) && settings.allowUnencrypted !== true) {
		return refused(
			"'Base URL' of the credential begins with http://, so others on the network could read the token",
			"Enter an address that begins with https://. If the service has none, and you trust the network, turn on 'Allow HTTP (Not Secure)'.",
		);
	}
	const { allowedHttpRequestDomains: restriction, allowedDomains } = settings;
	if (restriction === 'domains' && !isAllowed(url.hostname, allowedDomains)) {
		return refused(
			"'Allowed Domains' of the credential does not have the host of its 'Base URL'",
			`Add ${url.hostname} to 'Allowed Domains', or correct 'Base URL'.`,
		);
	}
	return { kind: 'usable', baseUrl: url.href.replace(enteredRoot, '$1') };
}

/**
 * A web address without user name, query or fragment, as it was written but for pasted space around
 * it: parsers forgive line breaks, backslashes and missing slashes, and go where nobody wrote.
 */
function plainUrl(value: unknown): URL | undefined {
	const entered = typeof value === 'string' ? value.trim() : '';
	const isPlain = /^https?:\/\/[^/?#@\\\s][^?#@\\\s]*$/i.test(entered);
	return isPlain && URL.canParse(entered) ? new URL(entered) : undefined;
}

/** Whether a host is this machine by its address alone, whatever name servers say. */
function isThisMachine({ hostname }: URL): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** Names with commas between them; `*.` in front stands for every name below, as n8n reads it. */
function isAllowed(hostname: string, domains: unknown): boolean {
	const bare = (name: string) => name.trim().toLowerCase().replace(/\.$/, '');
	const host = bare(hostname);
	const allowed = typeof domains === 'string' ? domains.split(',').map(bare) : [];
	return allowed.some((domain) =>
		domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : domain !== '' && host === domain,
	);
}
