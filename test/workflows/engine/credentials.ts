import {
	type ICredentialDataDecryptedObject,
	type ICredentials,
	ICredentialsHelper,
	type IHttpRequestOptions,
	type INodeParameters,
	type INodeProperties,
} from 'n8n-workflow';

import { ChannelMessagingApi } from '../../../credentials/ChannelMessagingApi.credentials';
import type { Service } from '../../support/service';

/** Returns a credential with rates that no test reaches. */
export function unlimitedCredential({
	url,
	token,
}: Pick<Service, 'token' | 'url'>): ICredentialDataDecryptedObject {
	const rates = { messagesPerSecond: 10_000, contactCallsPerMinute: 600_000 };
	return { baseUrl: url, token, channelType: 'other', ...rates };
}

export type BeforeRequest = (request: IHttpRequestOptions) => IHttpRequestOptions;

/**
 * Provides one credential to the node, and authenticates requests with the credential type as n8n
 * does. n8n's own helper requires its database.
 */
export class SingleCredential extends ICredentialsHelper {
	private readonly type = new ChannelMessagingApi();

	constructor(
		private readonly values: ICredentialDataDecryptedObject,
		private readonly beforeRequest: BeforeRequest = (request) => request,
	) {
		super();
	}

	override getParentTypes(): string[] {
		return [];
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return await this.type.authenticate(credentials, this.beforeRequest(request));
	}

	override preAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	override getCredentials(): Promise<ICredentials> {
		return Promise.reject(new Error('Tests have no encrypted credentials'));
	}

	/** Resolves expressions as n8n's own helper does. */
	override getDecrypted(...values: Parameters<ICredentialsHelper['getDecrypted']>) {
		const [, , , mode, executeData, , resolving] = values;
		if (resolving === undefined) return Promise.resolve({ ...this.values });
		const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } =
			resolving;
		const resolved = workflow.expression.getParameterValue(
			this.values as INodeParameters,
			runExecutionData,
			runIndex,
			itemIndex,
			node.name,
			connectionInputData,
			mode,
			{},
			executeData,
		);
		return Promise.resolve(resolved as ICredentialDataDecryptedObject);
	}

	override updateCredentials(): Promise<void> {
		return Promise.resolve();
	}

	override updateCredentialsOauthTokenData(): Promise<void> {
		return Promise.resolve();
	}

	override getCredentialsProperties(): INodeProperties[] {
		return this.type.properties;
	}
}
