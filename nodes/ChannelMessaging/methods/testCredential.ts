import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	IHttpRequestOptions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { ChannelMessagingApi } from '../../../credentials/ChannelMessagingApi.credentials';
import { ApiError, type ApiErrorReason } from '../client/apiError';
import { readBaseUrl } from '../client/baseUrl';
import { createChannel } from '../client/channel';
import { credentialName, readToken } from '../client/credential';
import { asSentence } from '../client/errorMessages/sentences';
import { createHttpRequest, type RequestContext } from '../client/httpRequest';
import { streamResponse } from '../client/n8nHttpHelper';
import { redactToken } from '../client/redactToken';
import { CancellationToken } from '../scheduling/cancellationToken';
import { errorTextOf } from '../execution/nodeError';
import { escapedError } from '../texts/escapedText';

/**
 * The timeout of the test. It is shorter than the default because the editor shows no progress
 * during the test.
 */
const timeoutMs = 15_000;

const testAgain = 'Test again later.';

/** Replaces the default advice, which refers to items. */
const nextSteps: Partial<Record<ApiErrorReason, string>> = {
	connectionLost: testAgain,
	rateLimited: 'Test again in a minute.',
	rejected: "Check 'Token' and 'Base URL', or test again later.",
	responseTooLarge: "Check 'Base URL': it must be the address of the service.",
	serverFault: testAgain,
	timedOut: "Check 'Base URL', or test again later.",
};

/**
 * Tests the credential by searching for a phone number that no contact has, which is the smallest
 * documented request that requires a token.
 *
 * A declarative `test` request would be simpler, but n8n doesn't limit the size of its response.
 */
export async function testCredential(
	this: ICredentialTestFunctions,
	{ data = {} }: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	const address = readBaseUrl(data);
	if (address.kind === 'rejected') return failure(address);
	const parsed = readToken(data);
	if (parsed.kind === 'rejected') return failure(parsed);
	const { token } = parsed;
	const http = createHttpRequest(
		requestContext(this, data),
		{
			baseUrl: address.baseUrl,
			token,
			decrypted: { id: '', name: '', type: credentialName, data },
		},
		new CancellationToken(),
	);
	const channel = createChannel(async (request) => {
		const result = await http(request, timeoutMs, () => undefined);
		return result instanceof ApiError ? result.with({ outcome: 'notDone' }) : result;
	}, 'other');
	try {
		await channel.findContacts('phone', '0', 1);
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		const { title, advice = '' } = errorTextOf(error);
		const nextStep = error instanceof ApiError ? nextSteps[error.reason] : undefined;
		return failure({
			message: redactToken(title, token),
			advice: nextStep ?? redactToken(advice, token),
		});
	}
}

function failure({ message, advice }: { message: string; advice: string }) {
	return { status: 'Error', message: escapedError(`${asSentence(message)} ${advice}`) } as const;
}

/**
 * Adapts n8n's legacy request helper, the only helper available in credential tests. It supports
 * neither abort signals nor authentication.
 */
function requestContext(
	{ helpers }: ICredentialTestFunctions,
	data: ICredentialDataDecryptedObject,
): RequestContext {
	const { authenticate } = new ChannelMessagingApi();
	return {
		helpers: {
			async httpRequestWithAuthentication(_name: string, options: IHttpRequestOptions) {
				const sent: Promise<unknown> = helpers.request({
					...(await authenticate(data, { ...options })),
					useStream: true,
					simple: false,
					resolveWithFullResponse: true,
				});
				return await untilAborted(sent, options.abortSignal);
			},
		},
	};
}

/** Rejects when the signal is aborted and destroys the response stream. */
async function untilAborted(
	sent: Promise<unknown>,
	signal: IHttpRequestOptions['abortSignal'],
): Promise<unknown> {
	const aborted = new Promise<never>((_resolve, reject) => {
		signal?.addEventListener?.(
			'abort',
			() => {
				// HTTP clients use this error code for aborted requests. An error without a code would mean
				// that nothing was sent.
				const error = Object.assign(new Error('Timed out'), { code: 'ERR_CANCELED' });
				reject(error);
				sent.then(
					(response) => {
						destroyBody(response, error);
					},
					() => undefined,
				);
			},
			{ once: true },
		);
	});
	return await Promise.race([sent, aborted]);
}

function destroyBody(response: unknown, error: Error): void {
	const { stream } = streamResponse(response);
	if ('destroy' in stream && typeof stream.destroy === 'function') stream.destroy(error);
}
