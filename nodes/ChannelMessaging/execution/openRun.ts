import type { IExecuteData, IExecuteFunctions } from 'n8n-workflow';

import type { CallKind } from '../channel/call';
import { Halt } from '../delivery/halt';
import type { Lane } from '../delivery/lane';
import { laneFor } from '../delivery/lanes';
import { ledgerOf } from '../delivery/ledger';
import type { Run } from '../delivery/place';
import { systemClock } from '../delivery/systemClock';
import { type ChannelCredential, rateOf } from './credential';
import { processedKeys } from './processedKeys';
import { createRequest } from './request';

/** A run, and how long the rate limit held its calls back so far. */
export interface NodeRun extends Run {
	heldBackMilliseconds(): number;
}

/**
 * What the calls of this run of the node have in common, tied to n8n.
 *
 * @param cancelled halted when the execution is cancelled, which ends also what is under way
 */
export function openRun(
	context: IExecuteFunctions,
	credential: ChannelCredential,
	cancelled: Halt,
): NodeRun {
	const halt = new Halt();
	if (cancelled.isHalted) halt.now();
	cancelled.onHalt(() => {
		halt.now();
	});
	const lanes = new Map<CallKind, { lane: Lane; heldBackBefore: number }>();
	return {
		request: createRequest(context, credential, cancelled),
		lane(kind) {
			const known = lanes.get(kind);
			if (known !== undefined) return known.lane;
			const lane = laneFor(credential, kind, rateOf(credential, kind));
			lanes.set(kind, { lane, heldBackBefore: lane.heldBackMilliseconds });
			return lane;
		},
		ledger: ledgerOf(identityOf(context)),
		clock: systemClock,
		random: Math.random,
		halt,
		keys: () => processedKeys(context, credential.messagesPerSecond),
		heldBackMilliseconds: () =>
			[...lanes.values()].reduce(
				(sum, { lane, heldBackBefore }) => sum + lane.heldBackMilliseconds - heldBackBefore,
				0,
			),
	};
}

/**
 * The object that all tries of one run have in common, and no other run has. As a tool, the node gets
 * the execution data of its agent, which is the same for every call of the tool: there the arguments
 * tell the calls apart, as n8n tries again with the very same ones.
 */
function identityOf(context: IExecuteFunctions): object {
	const executeData: IExecuteData | undefined = context.getExecuteData();
	if (executeData?.node.name === context.getNode().name) return executeData;
	return context.getInputData()[0]?.json ?? {};
}
