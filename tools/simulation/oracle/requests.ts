import type { RecordedRequest, Recording } from '../world/recording';
import { textOf } from '../world/simulate';

/** Returns the requests that contain each item's text, in order, by the text. */
export function requestsByText({ requests }: Recording): Map<string, RecordedRequest[]> {
	const byText = new Map<string, RecordedRequest[]>();
	for (const request of requests) {
		const [text] = /execution \d+, item \d+/.exec(request.body ?? '') ?? [];
		if (text === undefined) continue;
		const known = byText.get(text);
		if (known === undefined) byText.set(text, [request]);
		else known.push(request);
	}
	return byText;
}

export { textOf };
