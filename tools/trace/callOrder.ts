import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A function that ran, and the position of its text in its script. */
export interface RunFunction {
	scriptId: string;
	url: string;
	name: string;
	offset: number;
}

/**
 * Returns functions in the order of their first calls during an action. V8's coverage has no order,
 * so a debugger in another thread stops at each function once.
 */
export async function inCallOrder(
	functions: readonly RunFunction[],
	action: () => Promise<unknown>,
): Promise<RunFunction[]> {
	const worker = new Worker(debuggerSource, { eval: true, workerData: functions });
	await once(worker, 'message');
	await action();
	worker.postMessage('end');
	const [order] = (await once(worker, 'message')) as [number[]];
	await worker.terminate();
	const called = order.flatMap((index) => functions[index] ?? []);
	return [...called, ...functions.filter((ran) => !called.includes(ran))];
}

/** JavaScript: the worker has no TypeScript loader. */
const debuggerSource = `
const { Session } = require('node:inspector/promises');
const { parentPort, workerData: functions } = require('node:worker_threads');

const session = new Session();
const order = [];
// The listener also keeps the thread running. The session ends with the thread: a
// disconnection would reject the requests in progress.
parentPort.on('message', () => {
	parentPort.postMessage(order);
});

async function main() {
	session.connectToMainThread();
	const indexes = new Map();
	const sources = new Map();
	session.on('Debugger.paused', async ({ params: { hitBreakpoints } }) => {
		for (const id of hitBreakpoints) {
			order.push(indexes.get(id));
			await session.post('Debugger.removeBreakpoint', { breakpointId: id });
		}
		await session.post('Debugger.resume');
	});
	await session.post('Debugger.enable');
	for (const [index, { scriptId, offset }] of functions.entries()) {
		if (!sources.has(scriptId)) {
			sources.set(scriptId, (await session.post('Debugger.getScriptSource', { scriptId })).scriptSource);
		}
		const lines = sources.get(scriptId).slice(0, offset).split('\\n');
		const start = { scriptId, lineNumber: lines.length - 1, columnNumber: lines.at(-1).length };
		const { locations } = await session.post('Debugger.getPossibleBreakpoints', {
			start,
			restrictToFunction: true,
		});
		const { breakpointId } = await session.post('Debugger.setBreakpoint', { location: locations[0] });
		indexes.set(breakpointId, index);
	}
	parentPort.postMessage('ready');
}

void main();
`;
