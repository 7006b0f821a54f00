import * as crypto from 'node:crypto';
import { join } from 'node:path';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import * as workflow from 'n8n-workflow';

import { repository } from '../../../test/support/repository';
import type { VirtualClock } from '../../../test/support/virtualClock';
import { loadModules } from './workerModules';

const entry = join(repository, 'nodes', 'ChannelMessaging', 'ChannelMessaging.node.ts');

interface NodeModule {
	ChannelMessaging: new () => {
		execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]>;
	};
}

/** A process of n8n, with its own copy of the package. */
export class Worker {
	private hasCrashed = false;

	private readonly node: InstanceType<NodeModule['ChannelMessaging']>;

	/**
	 * @param clockSkewMs how much the worker's system time is ahead
	 * @param random the source of all random numbers in the package
	 */
	constructor(clock: VirtualClock, clockSkewMs: number, random: () => number) {
		const date = () => clock.date() + clockSkewMs;
		const sleep = async (milliseconds: number) => {
			await clock.sleep(milliseconds);
			if (this.hasCrashed) await new Promise(() => undefined);
		};
		class SimulatedDate extends Date {
			constructor(...values: ConstructorParameters<DateConstructor> | []) {
				super(...((values.length === 0 ? [date()] : values) as [number]));
			}

			static override now(): number {
				return date();
			}
		}
		const { ChannelMessaging } = loadModules(entry, {
			globals: {
				performance: { now: () => clock.now() },
				Date: SimulatedDate,
				Math: Object.create(Math, { random: { value: random } }) as typeof Math,
				AbortSignal: { timeout: (milliseconds: number) => signalAfter(sleep, milliseconds) },
			},
			modules: {
				'n8n-workflow': { ...workflow, sleep },
				'node:crypto': {
					...crypto,
					randomBytes: (size: number) => Buffer.alloc(size).map(() => random() * 256),
				},
			},
		}) as NodeModule;
		this.node = new ChannelMessaging();
	}

	async execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
		const [output = []] = await this.node.execute.call(context);
		return output;
	}

	/** Ends the process: no more code of the package runs, as soon as it waits for anything. */
	crash(): void {
		this.hasCrashed = true;
	}

	/** Resolves with the result of work outside of the process, unless the process has crashed. */
	async received<Result>(work: Promise<Result>): Promise<Result> {
		const settled = await Promise.allSettled([work]);
		if (this.hasCrashed) await new Promise(() => undefined);
		const [result] = settled;
		if (result.status === 'rejected') throw result.reason;
		return result.value;
	}
}

function signalAfter(
	sleep: (milliseconds: number) => Promise<void>,
	milliseconds: number,
): AbortSignal {
	const controller = new AbortController();
	void sleep(milliseconds).then(() => {
		controller.abort();
	});
	return controller.signal;
}
