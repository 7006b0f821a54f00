/**
 * Matches the number of combining marks after which Unicode's Stream-Safe Text Format (UAX #15)
 * inserts a joiner. Languages need far fewer.
 */
const longRun = /\p{M}{30}/gu;

const graphemeJoiner = '\u034F';

/**
 * Normalizes text in linear time. `String.prototype.normalize` sorts each run of combining marks in
 * quadratic time, so 100,000 of them would block n8n for seconds. The invisible joiner splits the
 * run.
 */
export function normalized(text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string {
	return text.replace(longRun, `$&${graphemeJoiner}`).normalize(form);
}
