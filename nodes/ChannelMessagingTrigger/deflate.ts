/** Makes text small, away from the event loop: n8n stores it with each execution of the trigger. */
export async function deflate(text: string): Promise<string> {
	const bytes = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate'));
	return Buffer.from(await new Response(bytes).arrayBuffer()).toString('base64');
}

/** The text again. Rejects where it isn't whole. */
export async function inflate(deflated: string): Promise<string> {
	const bytes = new Blob([Buffer.from(deflated, 'base64')]).stream();
	return await new Response(bytes.pipeThrough(new DecompressionStream('deflate'))).text();
}
