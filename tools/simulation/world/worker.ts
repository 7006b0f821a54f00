import * as crypto from 'node:crypto';
import { join } from 'node:path';
import type {
	IExecuteFunctions,
	INodeExecutionData,
	IPollFunctions,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';
import * as workflow from 'n8n-workflow';

import type { VirtualClock } from '../../../test/support/virtualClock';
import { simulatedGlobals } from './simulatedGlobals';
import { StateTracker } from './stateTracker';
import { moduleLoader } from './workerModules';

/** A timer must advance the time, whose precision is a nanosecond after a sleep of hours. */
const minTimerMs = 0.001;

/** A node of the package. Each node has some of these methods. */
interface PackageNode {
	execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]>;
	poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null>;
	webhook(this: IWebhookFunctions): Promise<IWebhookResponseData>;
}

/** A process of n8n, with its own copy of the package. */
export class Worker {
	private hasCrashed = false;

	/** How long the monotonic clock stood still, in milliseconds. */
	asleepMs = 0;

	readonly state = new StateTracker();

	readonly node: PackageNode;

	/**
	 * @param folder the folder of the package's code
	 * @param clockSkewMs how much the worker's system time is ahead
	 * @param random the source of all random numbers in the package
	 */
	constructor(
		folder: string,
		clock: VirtualClock,
		clockSkewMs: number,
		random: () => number,
		nodeName = 'ChannelMessaging',
	) {
		const sleep = async (milliseconds: number) => {
			await clock.sleep(milliseconds > 0 ? Math.max(minTimerMs, milliseconds) : 0);
			if (this.hasCrashed) await new Promise(() => undefined);
		};
		const load = moduleLoader({
			globals: {
				...simulatedGlobals({ clock, clockSkewMs, asleepMs: () => this.asleepMs, random, sleep }),
				...this.state.globals,
			},
			modules: {
				'n8n-workflow': { ...workflow, sleep },
				'node:crypto': {
					...crypto,
					randomBytes: (size: number) => Buffer.alloc(size).map(() => random() * 256),
				},
			},
		});
		const file = join(folder, 'nodes', nodeName, `${nodeName}.node.ts`);
		const { [nodeName]: Node } = load(file) as Record<string, new () => PackageNode>;
		if (Node === undefined) throw new Error(`${file} has no node`);
		this.node = new Node();
		this.state.loaded();
	}

	/** Ends the process: no more code of the package runs, as soon as it waits for anything. */
	crash(): void {
		this.hasCrashed = true;
	}

	/** Resolves with the result of work outside of the process, unless the process has crashed. */
	async unlessCrashed<Result>(work: Promise<Result>): Promise<Result> {
		try {
			return await work;
		} finally {
			if (this.hasCrashed) await new Promise(() => undefined);
		}
	}
}
