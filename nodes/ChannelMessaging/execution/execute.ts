import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { readCredential } from '../http/credential';
import { operations } from '../operations';
import type { Operation } from '../operations/operation';
import { CancellationToken } from '../scheduling/cancellationToken';
import { systemClock } from '../scheduling/clock';
import { cancelWith } from './cancellation';
import { openRun } from './openRun';
import { invalidItemsError } from './output/invalidItems';
import { outputOf } from './output/output';
import { stopError } from './output/stopError';
import { areToolAnswers, isToolAnswer } from './output/toolAnswer';
import { hasKey } from './processedKeys';
import { Progress } from './progress';
import { type ReadItem, readItems } from './readItems';
import { hintAtWaiting, reportProgress } from './reports';
import { deliverItems } from './tasks/deliverItems';
import { checkCanWait, waitForAnswer } from './waiting';

/** Runs the chosen operation for all items: reads all, delivers, gives the output in their order. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const operation = chosenOperation(context);
	const stopsAtFirst = !context.continueOnFail();

	const items = checkCanWait(context, await readItems(context, operation));
	const invalid = items.filter((item) => item.kind === 'invalid');
	if (stopsAtFirst && !invalid.every(({ error }) => isToolAnswer(node, error))) {
		const error = invalidItemsError(node, invalid, items.length, operation.wording);
		if (error !== undefined) throw error;
	}

	const credential = await readCredential(context);
	const place = { node, token: credential.token };
	const cancelled = new CancellationToken();
	const release = cancelWith(context, cancelled);
	const run = openRun(context, credential, cancelled);
	const { wording, repetition } = items.every(checksOnly) ? checking(operation) : operation;
	const progress = new Progress(items.length, systemClock, (report) => {
		reportProgress(context, wording, report);
	});
	void progress.watch();
	try {
		const outcomes = await deliverItems(run, items, {
			stopsAtFirst,
			progress,
		});
		hintAtWaiting(context, wording, run.waiting.milliseconds, progress.now());
		if (stopsAtFirst && !areToolAnswers(node, outcomes)) {
			const error = stopError(outcomes, { wording, repetition }, items.every(hasKey), place);
			if (error !== undefined) throw error;
		}
		if (await waitForAnswer(context, run, items, outcomes)) return context.getInputData();
		return outcomes.flatMap((outcome, itemIndex) => outputOf(outcome, itemIndex, place));
	} finally {
		progress.over();
		release();
	}
}

function checksOnly(read: ReadItem): boolean {
	return (
		read.kind === 'invalid' || (read.item.kind === 'forContact' && read.item.checksOnly === true)
	);
}

/** How a run speaks that only tells what the operation would do. */
function checking({ wording }: Operation): Pick<Operation, 'repetition' | 'wording'> {
	return { wording: { ...wording, participle: 'checked' }, repetition: 'reads' };
}

function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0);
	const value = context.getNodeParameter('operation', 0);
	const operation = operations.find(
		(known) => known.resource === resource && known.value === value,
	);
	if (operation === undefined) {
		throw new NodeOperationError(
			context.getNode(),
			`'Operation' is '${String(value)}', which '${String(resource)}' does not have`,
			{ description: 'Open the node and choose an operation from the list.' },
		);
	}
	return operation;
}
