import {
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { notStarted, unexpectedError } from '../client/apiError';
import { operations } from '../operations';
import { send } from '../operations/message/send';
import { sendAndWait } from '../operations/message/sendAndWait';
import type { Operation } from '../operations/operation';
import { testWithoutSendingOption } from '../parameters/testWithoutSending';
import { ParameterError } from '../parameters/parameterError';
import { systemClock } from '../scheduling/clock';
import { mapInSlices, sharedTimeSlicer, type TimeSlice } from '../scheduling/timeSlicer';
import { pastTimeError } from '../sendAndWait/maxDateAndTime';
import { pageSizeError } from '../sendAndWait/pageSizeError';
import type { Question } from '../sendAndWait/question';
import { severalQuestionsError } from '../sendAndWait/severalQuestionsError';
import { waitForAnswer } from '../sendAndWait/waitForAnswer';
import type { ExecutionMessages } from '../sendOnce/failedExecutions';
import { attemptsOf, type Attempts, ownExecuteData, isLastAttempt } from './retryOnFailState';
import { campaignSizeError } from './campaignSizeError';
import { DeliveryRate } from './deliveryRate';
import { describeDoneBeforeError, effectOf } from './doneBeforeError';
import { toNodeError } from './nodeError';
import { stopsExecution } from './errorsForModels';
import { invalidItemsError } from './invalidItemsError';
import { reportProgress } from './progress';
import { readItemCredentials } from './itemCredentials';
import type { Failures, ItemOutcome } from './itemOutcome';
import { type ReadItem, readItems } from './readItems';
import { isHumanReview, isTool } from './isTool';
import { NodeExecution } from './nodeExecution';
import { outputOf } from './itemOutput';
import { personLabelOf } from './personLabel';
import { beginAttempt } from './startedByUser';
import { rootCauseError } from './rootCauseError';
import { showHints } from './outputHints';
import { processItems } from './processItems';
import { unknownToolResult } from './unknownToolResult';

export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const operation = chosenOperation(context);
	const isTest = isTestWithoutSending(context, operation);
	const attempts = attemptsOf(context);
	const sendsMessages = operation === send && !isTest;
	const messages = await beginAttempt(context, attempts, { sendsMessages });
	let state: 'failed' | 'finished' = 'failed';
	try {
		const output = await executeAttempt(context, { operation, isTest, attempts, messages });
		state = 'finished';
		return output;
	} finally {
		const isRetried = state === 'failed' && !isLastAttempt(context.getNode(), attempts);
		if (!isRetried) messages?.end(state);
	}
}

interface Attempt {
	operation: Operation;
	isTest: boolean;
	attempts: Attempts;
	messages: ExecutionMessages | undefined;
}

/** Sends nothing if any item is invalid, unless the node continues on errors. */
async function executeAttempt(
	context: IExecuteFunctions,
	{ operation, isTest, attempts, messages }: Attempt,
): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const continues = context.continueOnFail();
	const remembersMessages = messages !== undefined;
	const { wording } = operation;
	const words = isTest ? { ...wording, pastParticiple: 'checked' } : wording;
	const repetition = isTest ? 'reads' : operation.repetition;
	const outcomeIfUnexpected = repetition === 'reads' ? 'notDone' : 'unknown';

	const input = context.getInputData();
	const inputOf = (itemIndex: number) => input[itemIndex]?.json ?? {};
	const personIn = (itemIndex: number, outcome?: ItemOutcome) =>
		personLabelOf(outcome?.kind === 'failed' ? outcome.recipient : undefined, inputOf(itemIndex));

	const isFunction = ownExecuteData(context) === undefined;
	const credentials = await readItemCredentials(context, attempts);
	const placeOf = (itemIndex: number, outcome?: ItemOutcome) => {
		const item = credentials[itemIndex];
		const token = item?.kind === 'read' ? item.credential.token : '';
		const person = outcome?.kind === 'failed' ? personIn(itemIndex, outcome) : undefined;
		return { node, token, person, repetition };
	};
	const slice = sharedTimeSlicer.slice();
	const read = await readItems(context, operation, credentials, attempts);
	const sizeError = await campaignSizeError(read, slice);
	// A test continues with the valid items and looks up their contacts, so that all problems are
	// reported together.
	const obstacle = toolError(node, operation) ?? (isTest ? undefined : sizeError);
	const items = read.map((item): ReadItem => {
		if (obstacle !== undefined) return { kind: 'failed', error: obstacle };
		if (item.kind === 'contact' && (item.checksOnly ?? false) !== isTest) {
			return { kind: 'failed', error: testDiffers };
		}
		return operation === sendAndWait ? askable(item, read.length) : item;
	});
	const invalid = continues || isTest ? undefined : await failuresIn(items, slice);
	if (invalid !== undefined && stopsExecution(node, invalid, isFunction)) {
		const outcomes = await outcomesSoFar(attempts, items, slice);
		const soFar = await describeDoneBeforeError(
			outcomes,
			await effectOf(operation, items, remembersMessages, slice),
			invalid[0].itemIndex,
			slice,
		);
		throw await invalidItemsError(node, invalid, items.length, wording, { soFar, personIn }, slice);
	}

	const execution = new NodeExecution(context, credentials, attempts, messages);
	const ended = new Map<number, ItemOutcome>();
	const rate = new DeliveryRate(systemClock);
	if (items.length > 1) {
		const work = { items, outcomes: ended, rate, wording: words };
		// A failed progress report must not stop the execution.
		reportProgress(work, systemClock, execution, (text) => {
			const message = `${node.name}: ${text}`;
			context.logger.info(message);
			// The browser console shows this message during manual executions.
			context.sendMessageToUI(message);
		}).catch(() => undefined);
	}
	try {
		const stopsAtFirst = !continues && !isTest;
		const delivery = { stopsAtFirst, ended, rate, outcomeIfUnexpected } as const;
		const outcomes = await processItems(execution, items, delivery);
		await showHints(
			context,
			{
				...{ execution, operation, items, outcomes, inputOf, rate, sizeError, isTest },
				stopsAtFirst: !continues,
			},
			slice,
		);
		const failures = continues ? undefined : await failuresIn(outcomes, slice);
		if (failures !== undefined && stopsExecution(node, failures, isFunction)) {
			throw isTest
				? await invalidItemsError(node, failures, items.length, wording, { personIn })
				: await rootCauseError(
						failures,
						outcomes,
						await effectOf(operation, items, remembersMessages, slice),
						(itemIndex) => placeOf(itemIndex, outcomes[itemIndex]),
						slice,
					);
		}
		const question = operation === sendAndWait ? questionOf(items[0]) : undefined;
		const [outcome] = outcomes;
		if (question !== undefined && outcome?.kind === 'done') {
			const { linkTo } = execution;
			const { questionId, questionSentAt: sentAt } = attempts;
			const [output] = outcome.result;
			const isReview = isHumanReview(node);
			await waitForAnswer(context, { question, questionId, sentAt, linkTo, output, isReview });
			return context.getInputData();
		}
		const output: INodeExecutionData[] = [];
		await mapInSlices(outcomes, slice, (outcome, itemIndex) => {
			const place = placeOf(itemIndex, outcome);
			const items = outputOf(outcome, itemIndex, place);
			// `push(...items)` would exceed the maximum number of arguments for long lists.
			for (const item of items) output.push(item);
		});
		return output;
	} catch (error) {
		const unexpected = unexpectedError(error, outcomeIfUnexpected);
		if (!isNodeError(error) && isTool(node) && repetition !== 'reads') {
			const { token } = placeOf(0);
			const json = unknownToolResult(unexpected, repetition, token);
			return [{ json, pairedItem: { item: 0 } }];
		}
		throw isNodeError(error) ? error : toNodeError(unexpected, placeOf(0));
	} finally {
		execution.close();
	}
}

async function failuresIn(
	items: ReadonlyArray<ReadItem | ItemOutcome>,
	slice: TimeSlice,
): Promise<Failures | undefined> {
	const failures: Array<Failures[number]> = [];
	await mapInSlices(items, slice, (item, itemIndex) => {
		if (item.kind === 'failed') failures.push({ itemIndex, error: item.error });
	});
	return isFailures(failures) ? failures : undefined;
}

function isFailures(failures: ReadonlyArray<Failures[number]>): failures is Failures {
	return failures.length > 0;
}

/** Returns the outcomes of earlier attempts if this attempt sends nothing. */
async function outcomesSoFar(
	attempts: Attempts,
	items: readonly ReadItem[],
	slice: TimeSlice,
): Promise<ItemOutcome[]> {
	const unstarted: ItemOutcome = { kind: 'failed', error: notStarted() };
	return await mapInSlices(
		items,
		slice,
		(_, itemIndex) => attempts.conclusion(itemIndex) ?? unstarted,
	);
}

/**
 * Returns an error if the operation isn't available in tools. This isn't a `ParameterError`,
 * because a tool would return it to its model, and the model can't solve the problem.
 */
function toolError(node: INode, { notInTools }: Operation): NodeOperationError | undefined {
	if (notInTools === undefined || !isTool(node)) return undefined;
	const { message, advice: description } = notInTools;
	return new NodeOperationError(node, message, { description });
}

function questionOf(item: ReadItem | undefined): Question | undefined {
	return item?.kind === 'contact' ? item.question : undefined;
}

function askable(item: ReadItem, itemCount: number): ReadItem {
	const question = questionOf(item);
	if (question === undefined) return item;
	const error =
		severalQuestionsError(itemCount) ?? pastTimeError(question.limit) ?? pageSizeError(question);
	return error === undefined ? item : { kind: 'failed', error };
}

/** The editor disables expressions for this option, but workflows can contain one. */
const testDiffers = new ParameterError(
	`'${testWithoutSendingOption.displayName}' is on for some items and off for others`,
	'Turn it on or off for all items, without an expression that depends on the item.',
);

/** Returns the first item's value of the option. Items with a different value fail. */
function isTestWithoutSending(context: IExecuteFunctions, operation: Operation): boolean {
	if (operation !== send) return false;
	const { name } = testWithoutSendingOption;
	return context.getNodeParameter(`options.${name}`, 0, false) === true;
}

function isNodeError(error: unknown): error is NodeApiError | NodeOperationError {
	return error instanceof NodeApiError || error instanceof NodeOperationError;
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
			{ description: 'Open the node and select an operation from the list.' },
		);
	}
	return operation;
}
