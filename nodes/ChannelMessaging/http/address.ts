import type { IDataObject } from 'n8n-workflow';

/** Where the calls of a credential may go, or why its settings lead nowhere safe. */
export type Address =
	/** Without a slash at the end. */
	{ kind: 'usable'; baseUrl: string } | { kind: 'refused'; message: string; advice: string };

/**
 * What people enter as the address of the service: its root, in the first group, with or without the
 * `/v1` of every path and with or without slashes behind it. For text without space around it.
 */
export const enteredRoot = /^(https?:\/\/[^/]+.*?)(?:\/+v1)?\/*$/i;

/**
 * The address in a credential's settings: the one place that its token may be sent to. Whoever sends
 * the token asks here first.
 *
 * @param settings `baseUrl` and `allowUnencrypted` of the credential, and the two settings that n8n
 * adds to credentials, `allowedHttpRequestDomains` and `allowedDomains`
 */
export function readAddress(settings: IDataObject): Address {
	const url = plainUrl(settings.baseUrl);
	if (url === undefined) {
		return {
			kind: 'refused',
			message: "'Base URL' of the credential is not the address of a service",
			advice:
				'Open the credential and enter an address such as https://channel.example.com, without user name, question mark or #.',
		};
	}
	if (url.protocol === 'http:' && !isThisMachine(url) && settings.allowUnencrypted !== true) {
		return {
			kind: 'refused',
			message:
				"'Base URL' of the credential begins with http://, so others on the network could read the token",
			advice:
				"Open the credential and enter an address that begins with https://. If the service has none, and you trust the network, turn on 'Allow HTTP (Not Secure)'.",
		};
	}
	if (settings.allowedHttpRequestDomains === 'domains') {
		const domains = settings.allowedDomains;
		if (typeof domains !== 'string' || !isAllowed(url.hostname, domains)) {
			return {
				kind: 'refused',
				message: "'Allowed Domains' of the credential does not have the host of its 'Base URL'",
				advice: `Open the credential and add ${url.hostname} to 'Allowed Domains', or correct 'Base URL'.`,
			};
		}
	}
	return { kind: 'usable', baseUrl: url.href.replace(enteredRoot, '$1') };
}

/**
 * A web address as it was written, but for space around it, which comes along when it is pasted:
 * parsers forgive line breaks, backslashes and missing slashes, and then go where nobody wrote. It may
 * have no user name, query or fragment.
 */
function plainUrl(value: unknown): URL | undefined {
	if (typeof value !== 'string') return undefined;
	const entered = value.trim();
	if (!/^https?:\/\/[^/?#@\\\s][^?#@\\\s]*$/i.test(entered)) return undefined;
	return URL.canParse(entered) ? new URL(entered) : undefined;
}

/** Whether a host is this machine by its address alone, whatever name servers say. */
function isThisMachine({ hostname }: URL): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** Names with commas between them; `*.` in front stands for every name below, as n8n reads it. */
function isAllowed(hostname: string, domains: string): boolean {
	const bare = (name: string) => name.trim().toLowerCase().replace(/\.$/, '');
	const host = bare(hostname);
	return domains
		.split(',')
		.map(bare)
		.some((domain) =>
			domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : domain !== '' && host === domain,
		);
}
