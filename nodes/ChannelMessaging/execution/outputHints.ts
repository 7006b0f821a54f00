import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { localhostHint } from '../client/localhostHint';
import { send } from '../operations/message/send';
import type { Operation } from '../operations/operation';
import { keepOwnFieldValues } from '../parameters/keepOwnFieldValues';
import { testWithoutSendingOption } from '../parameters/testWithoutSending';
import type { ParameterError } from '../parameters/parameterError';
import { findInSlices, mapInSlices, type TimeSlice } from '../scheduling/timeSlicer';
import { escapedHint } from '../texts/escapedText';
import { convertedValueHints, isConverted, type UsedValue } from './convertedValueHints';
import type { DeliveryRate } from './deliveryRate';
import type { ItemOutcome } from './itemOutcome';
import { searchesPerHourWarning } from './searchesPerHourWarning';
import type { NodeExecution } from './nodeExecution';
import { previewOf } from './preview';
import type { DeliverableItem, ReadItem } from './readItems';
import { repeatedContactsWarning } from './repeatedContactsWarning';
import { repeatedKeysWarning } from './repeatedKeysWarning';
import { executionSummary } from './executionSummary';
import { doubtfulTextsWarning } from './doubtfulTextsWarning';
import { emptyExpressionsWarning } from './emptyExpressionsWarning';

interface EndedExecution {
	execution: NodeExecution;
	operation: Operation;
	items: readonly ReadItem[];
	/** The outcomes, in item order. */
	outcomes: readonly ItemOutcome[];
	inputOf: (itemIndex: number) => IDataObject;
	rate: DeliveryRate;
	isTest: boolean;
	/** Whether the first failure stops an execution that isn't a test. */
	stopsAtFirst: boolean;
	sizeError: ParameterError | undefined;
}

const nothingSent = `Nothing was sent: '${testWithoutSendingOption.displayName}' is on`;

/**
 * Shows a summary (or a test's preview) together with all hints and warnings in one box, because
 * separate boxes would cover most of the output.
 */
export async function showHints(
	context: Pick<IExecuteFunctions, 'addExecutionHints' | 'getRestApiUrl'>,
	ended: EndedExecution,
	slice: TimeSlice,
): Promise<void> {
	const { execution, operation, items, isTest } = ended;
	const { itemHints } = execution;
	const used = await usedValues(execution, items, slice);
	const linksFile = (await findInSlices(items, slice, sendsFileLink)) !== undefined;
	const warningsBefore = [
		isTest ? nothingSent : undefined,
		operation === send ? await repeatedContactsWarning(ended, slice) : undefined,
		await emptyExpressionsWarning(items, slice),
		isTest ? ended.sizeError?.message : undefined,
		isTest ? await doubtfulTextsWarning(items, slice) : undefined,
	];
	const hints = used.length > 0 ? await convertedValueHints(used) : [];
	const warningsAfter = [
		itemHintsWarning([...itemHints]),
		await repeatedKeysWarning(items, slice),
		await searchesPerHourWarning(items, slice),
		linksFile
			? localhostHint(context.getRestApiUrl(), 'The link to the file', 'the service')
			: undefined,
	];
	const isWarning = [...warningsBefore, ...warningsAfter].some((text) => text !== undefined);
	const lines = [await firstLine(ended, slice), ...warningsBefore, ...hints, ...warningsAfter]
		.filter((text) => text !== undefined)
		.map(escapedHint);
	if (lines.length === 0) return;
	const type = isWarning ? 'warning' : 'info';
	context.addExecutionHints({ type, location: 'outputPane', message: lines.join('<br>') });
}

/** Returns the first line of the hint, or `undefined` for operations that only read. */
async function firstLine(ended: EndedExecution, slice: TimeSlice): Promise<string | undefined> {
	const { execution, operation, isTest } = ended;
	if (isTest) {
		const { attempts, zones } = execution;
		return await previewOf({ ...ended, measurements: attempts.searchMeasurements, zones }, slice);
	}
	if (operation.repetition === 'reads') return undefined;
	const { wording } = operation;
	const { milliseconds: waitedMs } = execution.throttledTime;
	return await executionSummary(
		{ ...ended, wording, countsContacts: operation === send, waitedMs },
		slice,
	);
}

function itemHintsWarning([first, ...others]: readonly string[]): string | undefined {
	const more = others.length === 0 ? '' : ` (And ${String(others.length)} more like this.)`;
	return first === undefined ? undefined : `${first}${more}`;
}

/**
 * Returns the values that may need a hint: all search values, and saved values that were
 * converted or aren't valid numbers.
 */
async function usedValues(
	execution: NodeExecution,
	items: readonly ReadItem[],
	slice: TimeSlice,
): Promise<UsedValue[]> {
	const used: UsedValue[] = [];
	const contactsOf = ({ credential }: DeliverableItem) => execution.attempts.contacts(credential);
	await mapInSlices(items, slice, (item) => {
		if (item.kind === 'failed' || item.kind === 'skipped') return;
		const contact = 'match' in item ? item.match : 'contact' in item ? item.contact : undefined;
		if (contact?.kind === 'customField') {
			const foundValue = contactsOf(item).found(contact)?.value;
			// No hint is needed if the contact wasn't found, because the error already mentions the plus
			// sign.
			const isReported =
				'contact' in item && contact.problem?.kind === 'noPlus' && foundValue === undefined;
			if (!isReported) used.push({ reference: contact, foundValue });
		}
		const saved =
			contact?.kind === 'id'
				? { ...contact, fieldNames: [] }
				: contact && contactsOf(item).found(contact);
		for (const reference of keepOwnFieldValues(item.customFields ?? [], saved)) {
			if (isConverted(reference)) used.push({ reference });
		}
	});
	return used;
}

function sendsFileLink(item: ReadItem): boolean {
	return item.kind === 'contact' && item.sendsFileLink === true;
}
