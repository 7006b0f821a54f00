import { join } from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';
import * as n8nWorkflow from 'n8n-workflow';
import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { z } from 'zod';

import { repository } from '../../../test/support/repository';
import type { VirtualClock } from '../../../test/support/virtualClock';
import { seededRandomNumbers } from '../world/randomNumbers';
import { simulatedGlobals } from '../world/simulatedGlobals';
import { loadModules } from '../world/workerModules';

const entry = join(repository, 'nodes/ChannelMessagingTrigger/ChannelMessagingTrigger.node.ts');

export type Poll = (context: IPollFunctions) => Promise<INodeExecutionData[][] | null>;

const nodeSchema = z.object({
	ChannelMessagingTrigger: z.custom<new () => { poll(this: IPollFunctions): ReturnType<Poll> }>(
		(value) => typeof value === 'function',
	),
});

/**
 * Starts a process of n8n with the trigger: the real code, with its own memory, on a virtual clock.
 *
 * @param clockSkewMs how much the time of this process is ahead, in milliseconds
 */
export function startProcess(clock: VirtualClock, clockSkewMs: number): Poll {
	const random = seededRandomNumbers(1);
	const sleep = async (milliseconds: number) => {
		await clock.sleep(milliseconds);
	};
	const simulated = simulatedGlobals({ clock, clockSkewMs, random, sleep });
	const globals = { ...simulated, ...synchronousCompression };
	const modules = { 'n8n-workflow': { ...n8nWorkflow, sleep } };
	const { ChannelMessagingTrigger } = nodeSchema.parse(loadModules(entry, { globals, modules }));
	const node = new ChannelMessagingTrigger();
	return async (context) => await node.poll.call(context);
}

/**
 * Node.js compresses streams in other threads, for which a virtual clock can't wait. These classes
 * have the methods that the trigger uses.
 */
const synchronousCompression = {
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

interface Conversion {
	convert(content: Buffer): Buffer;
}
