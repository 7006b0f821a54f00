import { deflateSync, inflateSync } from 'node:zlib';

interface Conversion {
	convert(content: Buffer): Buffer;
}

/**
 * Node.js compresses streams in other threads, for which a virtual clock can't wait. These globals
 * have the methods that the trigger uses.
 */
export const synchronousCompression = {
	Blob: class {
		constructor(private readonly parts: ReadonlyArray<Buffer | string>) {}

		stream() {
			const content = Buffer.concat(this.parts.map((part) => Buffer.from(part)));
			return { pipeThrough: (stream: Conversion) => stream.convert(content) };
		}
	},
	CompressionStream: class implements Conversion {
		convert = (content: Buffer) => deflateSync(content);
	},
	DecompressionStream: class implements Conversion {
		convert = (content: Buffer) => inflateSync(content);
	},
	Response: class {
		constructor(private readonly content: Buffer) {}

		async arrayBuffer() {
			return await Promise.resolve(this.content);
		}

		async text() {
			return await Promise.resolve(this.content.toString());
		}
	},
};
