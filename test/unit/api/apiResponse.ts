import type { ApiResponse } from '../../../nodes/ChannelMessaging/api/call';

/** An answer with a JSON body. */
export function apiResponse(
	body: unknown,
	status = 200,
	headers: Readonly<Record<string, unknown>> = {},
): ApiResponse {
	return { status, headers, text: JSON.stringify(body) };
}

/** An answer whose body is text, whatever it stands for. */
export function textAnswer(text: string, status = 200): ApiResponse {
	return { status, headers: {}, text };
}

/** Bodies that are no JSON objects: those of proxies, of empty answers and of cut connections. */
export const oddBodies: ReadonlyArray<[name: string, text: string]> = [
	['nothing', ''],
	['a web page', '<!DOCTYPE html><title>Welcome</title>'],
	['a word', 'OK'],
	['half an object', '{"status":"Succ'],
	['a list', '[{"id":"1"}]'],
	['null', 'null'],
	['a number', '7'],
	['text in quotes', '"Success"'],
];
