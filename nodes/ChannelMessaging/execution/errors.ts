import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ApiError, type ApiErrorReason } from '../client/apiError';
import { redactToken } from '../client/credential';
import { apiErrorText } from '../client/errorMessages';
import type { Operation } from '../operations/operation';
import { ParameterError } from '../parameters/parameter';
import type { ItemOutcome, ReadItem } from './items';

/** Where an error belongs, and what has to stay out of it. */
export interface ErrorPlace {
	node: INode;
	/** Left out where no item is concerned. */
	itemIndex?: number;
	/** Never shown, wherever it turns up: a service might repeat it in its words. */
	token?: string;
}

/**
 * An error as n8n shows it: a title that says what happened and to which item, and a description
 * that says what to do. It holds no request and no answer, because n8n stores errors whole.
 *
 * @param addition a further sentence for the description
 */
export function toNodeError(
	error: unknown,
	{ node, itemIndex, token }: ErrorPlace,
	addition?: string,
): NodeApiError | NodeOperationError {
	const { title, advice } = errorTextOf(error);
	const hide = redactToken(token ?? '');
	const message = hide(itemIndex === undefined ? title : `${title} [item ${String(itemIndex)}]`);
	const description = hide([advice, addition].filter((part) => part !== undefined).join(' '));
	const options = { description, ...(itemIndex === undefined ? {} : { itemIndex }) };
	const nodeError =
		error instanceof ApiError
			? new NodeApiError(node, {}, { message, ...options, ...httpCodeOf(error) })
			: new NodeOperationError(node, message, options);
	// n8n replaces messages in which it finds the name of a system error, also inside other words.
	nodeError.message = message;
	const failure = declaredFailure(error);
	return failure === undefined ? nodeError : Object.assign(nodeError, { failure });
}

/** The status of the service's answer, where it gave one, as n8n has it. */
export function httpCodeOf({ status }: ApiError): { httpCode?: string } {
	return status === undefined ? {} : { httpCode: String(status) };
}

/** What people read of any error. */
export function errorTextOf(error: unknown): { title: string; advice?: string | undefined } {
	if (error instanceof ApiError) return apiErrorText(error);
	if (error instanceof ParameterError) return { title: error.message, advice: error.advice };
	if (error instanceof Error) {
		const advice = 'description' in error ? error.description : undefined;
		return { title: error.message, advice: typeof advice === 'string' ? advice : undefined };
	}
	return { title: 'The item could not be processed', advice: String(error) };
}

/** What n8n calls those reasons of which it has a word that is sure. */
const causes: Partial<Record<ApiErrorReason, string>> = {
	methodNotAllowed: 'configuration-invalid',
	notConnected: 'temporarily-unavailable',
	rateLimited: 'rate-limited',
	redirected: 'configuration-invalid',
	tokenInvalid: 'credential-invalid',
};

/**
 * Why a node failed, for programs: `failure` of an error, in the form that n8n reads from 2.41 on, with
 * the least wait that the service asks for, in milliseconds. Older releases keep it and look at nothing.
 * n8n-workflow's own type is younger than what the package is built with.
 *
 * What may have been done declares none: a program that reads of something temporary would do it again.
 */
function declaredFailure(error: unknown): { cause: string; retryAfterMs?: number } | undefined {
	if (!(error instanceof ApiError) || error.outcome === 'unknown') return undefined;
	const cause = causes[error.reason];
	if (cause === undefined) return undefined;
	const { details } = error;
	const asked = details.reason === 'rateLimited' ? details.asked : undefined;
	return { cause, ...(asked !== undefined && { retryAfterMs: asked }) };
}

/** How many bad items are named one by one; a campaign may have thousands. */
const mostNamed = 5;

/**
 * The error of a run that doesn't start because of items that can't go out. Names all of them, so that
 * they are put right in one go; undefined where none is bad.
 */
export function invalidItemsError(
	node: INode,
	invalid: readonly Failure[],
	itemCount: number,
	{ things, participle }: Operation['wording'],
): NodeApiError | NodeOperationError | undefined {
	const [first] = invalid;
	if (first === undefined) return undefined;
	const { itemIndex, error } = first;
	const nothingDone = `Nothing was ${participle}.`;
	if (invalid.length === 1) return toNodeError(error, { node, itemIndex }, nothingDone);
	const { title } = errorTextOf(error);
	const isSame = invalid.every((failure) => errorTextOf(failure.error).title === title);
	if (isSame && invalid.length === itemCount) return toNodeError(error, { node }, nothingDone);
	const unnamed = invalid.length - mostNamed;
	const sentences = [
		...invalid
			.slice(0, mostNamed)
			.map(({ itemIndex, error }) => `Item ${String(itemIndex)}: ${errorTextOf(error).title}.`),
		...(unnamed > 0 ? [`And ${String(unnamed)} more.`] : []),
		`Correct them, or set 'On Error' to 'Continue' to leave them out. ${nothingDone}`,
	];
	const message = `${String(invalid.length)} of ${String(itemCount)} ${things} can't be ${participle}`;
	return new NodeOperationError(node, message, { description: sentences.join(' '), itemIndex });
}

/** The error of a run that stops, with what it has done so far; undefined where nothing stops it. */
export function stopError(
	failures: readonly Failure[],
	outcomes: readonly ItemOutcome[],
	speech: Pick<Operation, 'repetition' | 'wording'>,
	placeOf: (itemIndex: number) => Omit<ErrorPlace, 'itemIndex'>,
): NodeApiError | NodeOperationError | undefined {
	// One that failed by itself, and not only because the run was stopped.
	const culprit = failures.find(({ error }) => !isCancelled(error)) ?? failures[0];
	if (culprit === undefined) return undefined;
	const { itemIndex, error } = culprit;
	return toNodeError(error, { ...placeOf(itemIndex), itemIndex }, describeSoFar(outcomes, speech));
}

function isCancelled(error: unknown): boolean {
	return error instanceof ApiError && error.reason === 'cancelled';
}

/** What a run has done, for whoever wonders whether to run it again; undefined where it only reads. */
export function describeSoFar(
	outcomes: readonly ItemOutcome[],
	{ repetition, wording: { participle } }: Pick<Operation, 'repetition' | 'wording'>,
): string | undefined {
	if (repetition === 'reads') return undefined;
	const done = itemsWhere(outcomes, ({ kind }) => kind === 'done');
	const unknown = itemsWhere(outcomes, isUnknown);
	// What became of a single item is the title's to say.
	if (done.length === 0 && unknown.length > 0 && outcomes.length === 1) return undefined;
	if (done.length + unknown.length === 0) return `Nothing was ${participle}.`;
	const sentences = [
		...(done.length > 0 ? [`Already ${participle}: ${rangesOf(done)}.`] : []),
		...(unknown.length > 0 ? [`Possibly ${participle}: ${rangesOf(unknown)}.`] : []),
		...(repetition === 'harmless' ? [] : [repetition.warning]),
	];
	return sentences.join(' ');
}

function isUnknown(item: ItemOutcome): boolean {
	return (
		item.kind === 'failed' && item.error instanceof ApiError && item.error.outcome === 'unknown'
	);
}

function itemsWhere(
	outcomes: readonly ItemOutcome[],
	isWanted: (outcome: ItemOutcome) => boolean,
): number[] {
	return outcomes.flatMap((outcome, itemIndex) => (isWanted(outcome) ? [itemIndex] : []));
}

/** Rising numbers as a reader says them: `items 0–4, 6 and 8–9`. */
function rangesOf(items: readonly number[]): string {
	const ranges: Array<{ first: number; last: number }> = [];
	for (const item of items) {
		const range = ranges.at(-1);
		if (range?.last === item - 1) range.last = item;
		else ranges.push({ first: item, last: item });
	}
	const texts = ranges.map(({ first, last }) =>
		first === last ? String(first) : `${String(first)}–${String(last)}`,
	);
	const end = texts.pop() ?? '';
	const list = texts.length === 0 ? end : `${texts.join(', ')} and ${end}`;
	return items.length === 1 ? `item ${list}` : `items ${list}`;
}

/** What a model can do nothing about, although nothing was done: it is for whoever runs n8n. */
const notForModels: ReadonlySet<ApiErrorReason> = new Set<ApiErrorReason>([
	'cancelled',
	'contactDoubtful',
	'keyNotRecorded',
	'methodNotAllowed',
	'notConnected',
	'redirected',
	'requestNotMade',
	'tokenInvalid',
	'unexpectedError',
	'untrustedConnection',
]);

/** n8n derives the type of a tool from the node's own, and also that of the human review of one. */
export function isTool(node: INode): boolean {
	return node.type.endsWith('Tool') && !node.type.endsWith('HitlTool');
}

/**
 * Whether an error is the answer of the tool, for the model to read and put right, also where errors
 * stop the workflow: n8n hands no error of a tool to its model then, but ends the execution. What may
 * have been done does end it, so that no model sends it again.
 */
function isToolAnswer(node: INode, error: unknown): boolean {
	if (!isTool(node)) return false;
	if (error instanceof ParameterError) return true;
	return (
		error instanceof ApiError && error.outcome === 'notDone' && !notForModels.has(error.reason)
	);
}

/** An item that failed. */
export interface Failure {
	itemIndex: number;
	error: unknown;
}

/** The failures that stop a run; none where all of them are for the model of a tool to read. */
export function stoppingFailures(
	node: INode,
	items: ReadonlyArray<ReadItem | ItemOutcome>,
): Failure[] {
	const failures = items.flatMap((item, itemIndex) =>
		item.kind === 'failed' ? [{ itemIndex, error: item.error }] : [],
	);
	return failures.every(({ error }) => isToolAnswer(node, error)) ? [] : failures;
}
