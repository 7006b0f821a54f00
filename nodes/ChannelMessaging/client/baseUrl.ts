import type { IDataObject } from 'n8n-workflow';

type Address =
	/** `baseUrl` has no trailing slash. */
	{ kind: 'usable'; baseUrl: string } | { kind: 'rejected'; message: string; advice: string };

/** Group 1 is the URL without `/v1` or trailing slashes. */
const enteredRoot = /^(https?:\/\/[^/]+.*?)(?:\/+v1)?\/*$/i;

/**
 * The token must never be sent to a rejected address.
 *
 * @param settings the credential, including `allowedHttpRequestDomains` and `allowedDomains`, which
 * n8n adds
 */
export function readBaseUrl(settings: IDataObject): Address {
	const rejected = (message: string, advice: string): Address => ({
		kind: 'rejected',
		message,
		advice,
	});
	const url = plainUrl(settings.baseUrl);
	if (url === undefined) {
		return rejected(
			"The credential's 'Base URL' is not the address of a service",
			'Enter an address such as https://channel.example.com, without a user name, a question mark, or #.',
		);
	}
	if (/\/v1\/+(?:contact|message)(?:\/|$)/i.test(url.pathname)) {
		return rejected(
			"The credential's 'Base URL' includes the path of a request",
			`Remove ${url.pathname.slice(url.pathname.search(/\/v1\//i))} from its end.`,
		);
	}
	if (url.protocol === 'http:' && !isThisMachine(url) && settings.allowUnencrypted !== true) {
		return rejected(
			"The credential's 'Base URL' begins with http://, so others on the network could read the token",
			"Enter an address that begins with https://. If the service doesn't support HTTPS and you trust the network, turn on 'Allow HTTP (Not Secure)'.",
		);
	}
	const { allowedHttpRequestDomains: restriction, allowedDomains } = settings;
	if (restriction === 'domains' && !isAllowed(url.hostname, allowedDomains)) {
		return rejected(
			"The credential's 'Allowed Domains' does not include the host of its 'Base URL'",
			`Add ${url.hostname} to 'Allowed Domains', or correct 'Base URL'.`,
		);
	}
	return { kind: 'usable', baseUrl: url.href.replace(enteredRoot, '$1') };
}

/**
 * Returns `undefined` for URLs with a user name, query, or fragment. Also rejects line breaks,
 * backslashes, and missing slashes, because URL parsers accept them and could send the token to
 * another host.
 */
function plainUrl(value: unknown): URL | undefined {
	const entered = typeof value === 'string' ? value.trim() : '';
	const isPlain = /^https?:\/\/[^/?#@\\\s][^?#@\\\s]*$/i.test(entered);
	return isPlain && URL.canParse(entered) ? new URL(entered) : undefined;
}

/** Checks only the host name, without a DNS lookup. */
export function isThisMachine({ hostname }: URL): boolean {
	return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** The domains are comma-separated. As in n8n, `*.` covers all subdomains. */
function isAllowed(hostname: string, domains: unknown): boolean {
	const bare = (name: string) => name.trim().toLowerCase().replace(/\.$/, '');
	const host = bare(hostname);
	const allowed = typeof domains === 'string' ? domains.split(',').map(bare) : [];
	return allowed.some((domain) =>
		domain.startsWith('*.') ? host.endsWith(domain.slice(1)) : domain !== '' && host === domain,
	);
}
