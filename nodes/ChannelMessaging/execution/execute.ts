import {
	type IExecuteFunctions,
	type INode,
	type INodeExecutionData,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';

import { notStarted, unexpectedError } from '../client/apiError';
import { localLinkHint } from '../client/localLinkHint';
import { operations } from '../operations';
import { send } from '../operations/message/send';
import { sendAndWait } from '../operations/message/sendAndWait';
import type { Operation } from '../operations/operation';
import { testWithoutSendingOption } from '../parameters/options';
import { systemClock } from '../scheduling/clock';
import { sharedTimeSlicer } from '../scheduling/timeSlicer';
import type { Question } from '../sendAndWait/question';
import { questionError } from '../sendAndWait/questionChecks';
import { waitForAnswer } from '../sendAndWait/waitForAnswer';
import { attemptsOf, type Attempts } from './attempts';
import { describeSoFar, effectOf } from './doneSoFar';
import { invalidItemsError, stopError, stopsExecution, toNodeError } from './errors';
import { contactHints, isConverted, type UsedValue } from './contactHints';
import { reportProgress, summaryOf } from './progress';
import { emptyExpressionsWarning } from './emptyExpressions';
import { readItemCredentials } from './itemCredentials';
import type { Failures, ItemOutcome } from './itemOutcome';
import { hasKey, type ReadItem, readItems } from './readItems';
import { isTool, NodeExecution } from './nodeExecution';
import { outputOf } from './itemOutput';
import { processItems } from './processItems';
import { repeatedContactsWarning } from './repeatedContacts';
import { repeatedKeysWarning } from './repeatedKeys';

/** Validates all items before sending the first request. */
export async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[]> {
	const node = context.getNode();
	const operation = chosenOperation(context);
	const isTest = isTestWithoutSending(context, operation);
	const continues = context.continueOnFail();
	const { wording } = operation;
	const pastParticiple = isTest ? 'checked' : wording.pastParticiple;

	const attempts = attemptsOf(context);
	const credentials = await readItemCredentials(context, attempts);
	let items = await readItems(context, operation, credentials, attempts);
	if (operation === sendAndWait) items = items.map((item) => askable(node, item, items.length));
	// A test continues with the valid items and looks up their contacts, so that it can report all
	// problems together.
	const invalid = continues || isTest ? undefined : failuresIn(items);
	if (invalid !== undefined && stopsExecution(node, invalid)) {
		const soFar = describeSoFar(outcomesSoFar(attempts, items), effectOf(operation, items));
		throw invalidItemsError(node, invalid, items.length, wording, soFar);
	}

	const placeOf = (itemIndex: number) => {
		const item = credentials[itemIndex];
		return { node, token: item?.kind === 'read' ? item.credential.token : '' };
	};
	const execution = new NodeExecution(context, credentials, attempts);
	const ended = new Map<number, ItemOutcome>();
	const start = systemClock.now();
	if (items.length > 1) {
		const { noun } = effectOf(operation, items).wording;
		const work = { itemCount: items.length, outcomes: ended, wording: { noun, pastParticiple } };
		// A failed progress report must not stop the execution.
		reportProgress(work, systemClock, execution, (text) => {
			const message = `${node.name}: ${text}`;
			context.logger.info(message);
			// During a manual execution, progress appears in the browser console.
			context.sendMessageToUI(message);
		}).catch(() => undefined);
	}
	try {
		const stopsAtFirst = !continues && !isTest;
		const outcomes = await processItems(execution, items, { stopsAtFirst, ended });
		await addItemHints(context, execution, items);
		if (isTest || operation.repetition !== 'reads') {
			const elapsedMs = systemClock.now() - start;
			const { milliseconds: waitedMs } = execution.throttledTime;
			addHint(context, 'info', summaryOf(outcomes, pastParticiple, elapsedMs, waitedMs));
		}
		if (isTest) {
			addHint(context, 'warning', nothingSent);
			addHint(context, 'warning', repeatedContactsWarning(outcomes));
			addHint(context, 'warning', await emptyExpressionsWarning(context));
		}
		const failures = continues ? undefined : failuresIn(outcomes);
		if (failures !== undefined && stopsExecution(node, failures)) {
			throw isTest
				? invalidItemsError(node, failures, items.length, wording)
				: stopError(failures, outcomes, effectOf(operation, items), placeOf);
		}
		const question = operation === sendAndWait ? questionOf(items[0]) : undefined;
		const [outcome] = outcomes;
		if (question !== undefined && outcome?.kind === 'done') {
			const { linkTo } = execution;
			const { questionId } = attempts;
			await waitForAnswer(context, { question, questionId, linkTo, output: outcome.result[0] });
			return context.getInputData();
		}
		const output: INodeExecutionData[] = [];
		const slice = sharedTimeSlicer.slice();
		for (const [itemIndex, outcome] of outcomes.entries()) {
			if (slice.isOver()) await slice.next();
			output.push(...outputOf(outcome, itemIndex, placeOf(itemIndex)));
		}
		return output;
	} catch (error) {
		throw isNodeError(error) ? error : toNodeError(unexpectedError(error), placeOf(0));
	} finally {
		execution.close();
	}
}

function failuresIn(items: ReadonlyArray<ReadItem | ItemOutcome>): Failures | undefined {
	const [first, ...others] = items.flatMap((item, itemIndex) =>
		item.kind === 'failed' ? [{ itemIndex, error: item.error }] : [],
	);
	return first && [first, ...others];
}

/** Returns what earlier attempts did, if this attempt sends nothing. */
function outcomesSoFar(attempts: Attempts, items: readonly ReadItem[]): ItemOutcome[] {
	const error = notStarted();
	return items.map((_, itemIndex) => attempts.conclusion(itemIndex) ?? { kind: 'failed', error });
}

function questionOf(item: ReadItem | undefined): Question | undefined {
	return item?.kind === 'contact' ? item.question : undefined;
}

function askable(node: INode, item: ReadItem, itemCount: number): ReadItem {
	const question = questionOf(item);
	const error = question && questionError(question, { node, isTool: isTool(node), itemCount });
	return error === undefined ? item : { kind: 'failed', error };
}

const nothingSent = `Nothing was sent: '${testWithoutSendingOption.displayName}' is on`;

function addHint(
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	type: 'info' | 'warning',
	message: string | undefined,
): void {
	if (message !== undefined) {
		context.addExecutionHints({ type, location: 'outputPane', message });
	}
}

async function addItemHints(
	context: IExecuteFunctions,
	execution: NodeExecution,
	items: readonly ReadItem[],
): Promise<void> {
	const used = await usedValues(execution, items);
	const hints = used.length > 0 ? await contactHints(used) : [];
	for (const hint of hints) addHint(context, 'info', hint);
	if (items.some(hasKey)) addHint(context, 'warning', repeatedKeysWarning(items));
	if (items.some(sendsFileLink)) {
		const hint = localLinkHint(context.getRestApiUrl(), 'The link to the file', 'the service');
		addHint(context, 'warning', hint);
	}
}

/**
 * Returns the values that were used to search for contacts, and saved phone numbers that have a
 * problem.
 */
async function usedValues(
	execution: NodeExecution,
	items: readonly ReadItem[],
): Promise<UsedValue[]> {
	const used: UsedValue[] = [];
	const slice = sharedTimeSlicer.slice();
	for (const item of items) {
		if (slice.isOver()) await slice.next();
		if (item.kind === 'failed' || item.kind === 'skipped') continue;
		const contact = 'match' in item ? item.match : 'contact' in item ? item.contact : undefined;
		if (contact?.kind === 'customField') {
			const foundValue = execution.attempts.contacts(item.credential).found(contact)?.value;
			// If no contact was found, the error already says that the number was also searched with a
			// plus sign.
			const isReported =
				'contact' in item && contact.problem?.kind === 'noPlus' && foundValue === undefined;
			if (!isReported) used.push({ reference: contact, foundValue });
		}
		for (const reference of item.customFields ?? []) {
			if (isConverted(reference)) used.push({ reference });
		}
	}
	return used;
}

/** The option doesn't allow expressions, so its value is the same for all items. */
function isTestWithoutSending(context: IExecuteFunctions, operation: Operation): boolean {
	if (operation !== send) return false;
	const { name } = testWithoutSendingOption;
	return context.getNodeParameter(`options.${name}`, 0, false) === true;
}

function isNodeError(error: unknown): error is NodeApiError | NodeOperationError {
	return error instanceof NodeApiError || error instanceof NodeOperationError;
}

function sendsFileLink(item: ReadItem): boolean {
	return item.kind === 'contact' && item.sendsFileLink === true;
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
