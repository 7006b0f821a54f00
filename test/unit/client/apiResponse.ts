import { type ApiResponse, readResponse } from '../../../nodes/ChannelMessaging/client/response';

/** A response with a JSON body. */
export function apiResponse(
	body: unknown,
	status = 200,
	headers: Readonly<Record<string, unknown>> = {},
): ApiResponse {
	return readResponse({ status, headers, text: JSON.stringify(body) });
}

/** A response whose body is text, whatever it stands for. */
export function textResponse(text: string, status = 200): ApiResponse {
	return readResponse({ status, headers: {}, text });
}

/** Bodies that are no JSON objects: those of proxies, of empty responses and of cut connections. */
export const oddBodies: ReadonlyArray<[name: string, text: string]> = [
	['nothing', ''],
	['a web page', '<!DOCTYPE html><title>Welcome</title>'],
	['a word', 'OK'],
	['half an object', '{"status":"Succ'],
	['a list', '[{"id":"1"}]'],
	['null', 'null'],
	['a number', '7'],
	['text in quotes', '"Success"'],
	['deeper than can be stored', `{"data":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
];
