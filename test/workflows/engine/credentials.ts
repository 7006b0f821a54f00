import {
	type ICredentialDataDecryptedObject,
	type ICredentials,
	ICredentialsHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeProperties,
	type Workflow,
} from 'n8n-workflow';
import { z } from 'zod';

import { ChannelMessagingApi } from '../../../credentials/ChannelMessagingApi.credentials';

/**
 * Hands the node one credential, and authenticates requests as n8n does: by resolving the expressions
 * of the credential type. n8n's own class for this needs its database.
 */
export class OneCredential extends ICredentialsHelper {
	private readonly type = new ChannelMessagingApi();

	constructor(private readonly values: ICredentialDataDecryptedObject) {
		super();
	}

	override getParentTypes(): string[] {
		return [];
	}

	override authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		request: IHttpRequestOptions,
		workflow: Workflow,
		node: INode,
	): Promise<IHttpRequestOptions> {
		const headers: Record<string, unknown> = { ...request.headers };
		for (const [name, value] of Object.entries(this.type.authenticate.properties.headers ?? {})) {
			headers[name] = workflow.expression.getSimpleParameterValue(
				node,
				z.string().parse(value),
				'internal',
				{ $credentials: credentials },
				undefined,
				'',
			);
		}
		return Promise.resolve(Object.assign(request, { headers }));
	}

	override preAuthentication(): Promise<undefined> {
		return Promise.resolve(undefined);
	}

	override getCredentials(): Promise<ICredentials> {
		return Promise.reject(new Error('The tests hold no encrypted credentials'));
	}

	override getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return Promise.resolve({ ...this.values });
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
