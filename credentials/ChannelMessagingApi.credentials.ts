import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { readBaseUrl } from '../nodes/ChannelMessaging/client/baseUrl';
import { limits } from '../nodes/ChannelMessaging/client/documentedLimits';
import { readToken } from '../nodes/ChannelMessaging/client/credential';
import { phoneNumberFields } from '../nodes/ChannelMessaging/parameters/phoneNumberFormat';

export class ChannelMessagingApi implements ICredentialType {
	name = 'channelMessagingApi';

	displayName = 'Channel Messaging API';

	icon: Icon = {
		light: 'file:../icons/channelMessaging.svg',
		dark: 'file:../icons/channelMessaging.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-channel-messaging/n8n-nodes-channel-messaging#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://channel.example.com',
			description: "The address from the service's API documentation",
		},
		{
			displayName: 'Token',
			name: 'token',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The token for a single channel',
			hint: 'Generate a token in the channel settings by clicking the key icon next to the channel',
		},
		{
			displayName: 'Channel Type',
			name: 'channelType',
			type: 'options',
			default: 'other',
			description: "The type of the token's channel. Only Viber channels have encoded contact IDs.",
			options: [
				{ name: 'Other', value: 'other' },
				{ name: 'Viber', value: 'viber' },
			],
		},
		...phoneNumberFields,
		{
			displayName: 'Messages per Second',
			name: 'messagesPerSecond',
			type: 'number',
			default: limits.messagesPerSecond,
			typeOptions: { minValue: 1, numberPrecision: 0 },
			description: `Messages that each n8n process may send per second. The service allows ${String(limits.messagesPerSecond)}. Enter fewer if other systems use the same token.`,
		},
		{
			displayName: 'Contact Requests per Minute',
			name: 'contactCallsPerMinute',
			type: 'number',
			default: limits.contactCallsPerMinute,
			typeOptions: { minValue: 1, numberPrecision: 0 },
			description: `Contact requests that each n8n process may send per minute. The service allows ${String(limits.contactCallsPerMinute)}. Enter fewer if other systems use the same token.`,
		},
		{
			displayName: 'Never Message Contacts Tagged',
			name: 'neverMessageTagged',
			type: 'string',
			default: '',
			placeholder: 'e.g. opted-out',
			description:
				'Comma-separated tags. Nodes that use this credential never send messages to contacts with any of these tags.',
			hint: 'Slower for contacts selected by ID, because each message then needs a contact request',
		},
		{
			displayName: 'Allow HTTP (Not Secure)',
			name: 'allowUnencrypted',
			type: 'boolean',
			default: false,
			description:
				"Whether to accept a 'Base URL' that starts with http://. Addresses of this machine are always accepted.",
		},
		{
			displayName:
				'Others on the network can read your token and your messages, and send messages as you. Use this only on a network you trust.',
			name: 'unencryptedNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { allowUnencrypted: [true] } },
		},
	];

	/**
	 * Adds the token to a request, or throws if the request could send it to another server. In the
	 * HTTP Request node, users can choose any URL and options, but they must never be able to read
	 * the token.
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		request: AnyRequestOptions,
	): Promise<IHttpRequestOptions> {
		const address = readBaseUrl(credentials);
		if (address.kind === 'rejected') throw new Error(`${address.message}. ${address.advice}`);
		const parsed = readToken(credentials);
		if (parsed.kind === 'rejected') throw new Error(`${parsed.message}. ${parsed.advice}`);
		const obstacle = obstacleOf(request, address.baseUrl);
		if (obstacle !== undefined) throw new Error(obstacle);
		request.headers = { ...request.headers, Authorization: `Bearer ${parsed.token}` };
		// When n8n follows a redirect, versions before 2.0 forward the token to the new address.
		// `streamOptions` disables redirects for the node's own requests.
		request.disableFollowRedirect = true;
		request.followRedirect = false;
		request.followAllRedirects = false;
		return await Promise.resolve(request);
	}
}

/** The HTTP Request node still uses n8n's legacy request format. */
interface AnyRequestOptions extends IHttpRequestOptions {
	uri?: string;
	followRedirect?: boolean;
	followAllRedirects?: boolean;
	rejectUnauthorized?: boolean;
	agentOptions?: object;
}

/**
 * TLS options that the HTTP Request node sets for client certificates. The CA isn't included,
 * because it could make n8n trust another server.
 */
const clientCertificate = ['cert', 'key', 'passphrase'];

/** Matches headers that a reverse proxy may use to select a site. */
const hostHeader =
	/^(?:host|:authority|forwarded|x-(?:forwarded-|original-|http-)?host(?:-override)?)$/i;

/** Matches methods whose responses repeat the request headers. */
const echoMethod = /^\s*(?:trace|track)\s*$/i;

/**
 * Returns whether a header selects another virtual host. Virtual hosts share an IP address, so
 * a reverse proxy would forward the token to a different site.
 */
function isForAnotherHost([name, value]: [string, unknown], baseUrl: string): boolean {
	if (!hostHeader.test(name.trim())) return false;
	const { host, hostname } = new URL(baseUrl);
	return ![host, hostname].includes(String(value).trim().toLowerCase());
}

/**
 * Returns an error message if the request would expose the token. Proxies are only allowed with
 * HTTPS, because anyone who can use the credential can also choose the proxy.
 */
function obstacleOf(request: AnyRequestOptions, baseUrl: string): string | undefined {
	const { agentOptions = {}, headers, proxy } = request;
	const { rejectUnauthorized, skipSslCertificateValidation } = request;
	// Like n8n, prefers `url` over `uri`.
	const url = String(request.url ?? request.uri);
	const origin = URL.canParse(url, request.baseURL) && new URL(url, request.baseURL).origin;
	if (origin !== new URL(baseUrl).origin) {
		return "The token is only sent to the credential's 'Base URL', not to other addresses";
	}
	if (echoMethod.test(String(request.method))) {
		return 'The response to this method would contain the token. Choose another method.';
	}
	if (Object.entries(headers ?? {}).some((header) => isForAnotherHost(header, baseUrl))) {
		return "The token is only sent to the host of 'Base URL'. Remove headers that name another host, such as Host.";
	}
	if (rejectUnauthorized === false || skipSslCertificateValidation === true) {
		return "The token is only sent to a server with a valid certificate. Turn off 'Ignore SSL Issues'.";
	}
	if (Object.keys(agentOptions).some((key) => !clientCertificate.includes(key))) {
		return "The token is only sent to a server whose certificate n8n trusts. Remove 'CA' from the SSL certificates.";
	}
	if (proxy && baseUrl.startsWith('http:')) {
		return "A proxy could read the token, because the credential's 'Base URL' begins with http://. Remove 'Proxy'.";
	}
	return undefined;
}
