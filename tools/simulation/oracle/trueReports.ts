import type { IDataObject } from 'n8n-workflow';

import { rejectionOfN8n } from '../world/httpHelper';
import {
	contactIdIn,
	isUncertain,
	type ItemEvent,
	type ItemEvidence,
	type Oracle,
	outputOf,
} from './evidence';

/**
 * M1: an item that is reported as sent was accepted by the service. An item that is reported as not
 * sent was not processed. If neither is known, the error says so, and only then. Every item is
 * reported.
 */
export const trueReports: Oracle = ({ executions, items }) => [
	...executions.flatMap(({ plan, ended, number }) =>
		ended.map(({ error }) =>
			error !== undefined && plan.onError === 'continueRegularOutput'
				? `Execution ${String(number)} lost the outcomes of its items, because the node threw: ${error.message}`
				: undefined,
		),
	),
	...items.flatMap((item) => [
		item.execution.plan.operation !== 'getAll' && item.reports.length < item.execution.ended.length
			? `${item.name} is missing from the output`
			: undefined,
		...item.reports.map((report) => falseReport(item, report)),
		...item.reports.map((report, index) =>
			namelessRepetition(item, report, item.reports[index - 1]),
		),
	]),
];

/** Returns how many messages a skipped item lists as sent before it was skipped. */
function listedAsSent({ itemIndex }: ItemEvidence, report: ItemEvent): number {
	const listed = outputOf(report, itemIndex).flatMap(({ messages }) =>
		Array.isArray(messages) ? (messages as IDataObject[]) : [],
	);
	return listed.filter(({ status }) => status !== 'skipped').length;
}

function falseReport(item: ItemEvidence, report: ItemEvent): string | undefined {
	const { name, execution } = item;
	const { operation, skipsMissingContact, testsOnly } = execution.plan;
	const { outcome, text, attempt } = report;
	const isRead = operation === 'get' || operation === 'getAll' || testsOnly;
	const sent = item.requests.filter(({ writtenAt }) => writtenAt <= attempt.endedAt);
	const isAccepted = sent.some(({ accepted }) => accepted);
	const acceptedMessages = item.messages.filter((requests) =>
		requests.some(({ accepted, writtenAt }) => accepted && writtenAt <= attempt.endedAt),
	).length;
	const isPartial = acceptedMessages > 0 && acceptedMessages < item.messages.length;
	if (isRead) return outcome === 'unknown' ? `${name} only reads, but is unknown` : undefined;
	const isUnchanged = outputOf(report, item.itemIndex).some(({ action }) => action === 'unchanged');
	if (outcome === 'done' && !isUnchanged && (!isAccepted || isPartial)) {
		return `${name} is reported as done, but the service didn't accept it`;
	}
	if (outcome === 'notDone' && sent.some((request) => request.accepted || isUncertain(request))) {
		return `${name} is reported as not done, but it was or may have been processed: ${text}`;
	}
	if (execution.stoppedAt === undefined && text.includes('the execution was stopped')) {
		return `${name} is reported as stopped, but nobody stopped the execution: ${text}`;
	}
	if (outcome === 'done' && operation === 'send') {
		const wrong = wrongContent(item, report);
		if (wrong !== undefined) return wrong;
	}
	if (outcome === 'tagged' && acceptedMessages !== listedAsSent(item, report)) {
		return `${name} is reported as skipped, but the service accepted ${String(acceptedMessages)} messages`;
	}
	if (outcome === 'stopped' && isAccepted) {
		return `${name} isn't listed in the error, but the service accepted it`;
	}
	const [, counted] = /Of the item's \d+ messages, (\d+) w\w+ sent/.exec(text) ?? [];
	if (counted !== undefined && Number(counted) > acceptedMessages) {
		return `${name} is reported with ${counted} sent messages, but the service accepted ${String(acceptedMessages)}`;
	}
	if (counted !== undefined && mayHaveSentAnother(item, report) && !/may (or|have)/.test(text)) {
		return `${name} is reported without its message that may have been sent: ${text}`;
	}
	// Tags are added in a second request.
	const isUntagged = execution.plan.addsTag && isAccepted;
	if (outcome === 'unknown' && !sent.some(isUncertain) && !isPartial && !isUntagged) {
		return `${name} is unknown, but no request has an unknown outcome: ${text}`;
	}
	// *Create or Update* has no such option.
	const isSkippable = skipsMissingContact && operation !== 'upsert';
	if (isSkippable && outcome === 'notDone' && /not found|No contact has/i.test(text)) {
		return `${name} isn't skipped: ${text}`;
	}
	const isRejectedByN8n =
		execution.plan.items === 1 &&
		execution.stoppedAt === undefined &&
		execution.requests.some(
			({ result, writtenAt }) =>
				result === 'rejected' && writtenAt >= attempt.startedAt && writtenAt <= attempt.endedAt,
		);
	if (isRejectedByN8n && outcome === 'notDone' && !text.includes(rejectionOfN8n)) {
		return `${name} was rejected by n8n, but isn't reported with n8n's reason: ${text}`;
	}
	return undefined;
}

/** Whether it's unknown if one of the item's messages was sent. */
function mayHaveSentAnother({ messages }: ItemEvidence, { attempt }: ItemEvent): boolean {
	return messages.some((requests) => {
		const written = requests.filter(({ writtenAt }) => writtenAt <= attempt.endedAt);
		return written.some(isUncertain) && !written.some((one) => one.accepted && !isUncertain(one));
	});
}

/** A later attempt that repeats an unknown outcome also repeats the contact's name. */
function namelessRepetition(
	{ name }: ItemEvidence,
	{ outcome, text }: ItemEvent,
	previous: ItemEvent | undefined,
): string | undefined {
	if (outcome !== 'unknown') return undefined;
	const [latest, earlier] = [titleIn(text), titleIn(previous?.text ?? '')];
	const isRepeated = latest !== undefined && latest.reason === earlier?.reason;
	return isRepeated && earlier.person !== undefined && latest.person !== earlier.person
		? `${name} was reported with ${earlier.person}, but later without: ${text}`
		: undefined;
}

/** Returns the title of an error, which names the item and its contact after the reason. */
function titleIn(text: string): { reason: string; person: string | undefined } | undefined {
	const [, reason, person] = /^(.*?) \[item \d+(?:: ([^\]]*))?\]/s.exec(text) ?? [];
	return reason === undefined ? undefined : { reason, person };
}

/**
 * The output contains the content that the service accepted, even if expressions return something
 * else in later attempts.
 */
function wrongContent(item: ItemEvidence, report: ItemEvent): string | undefined {
	const [json = {}] = outputOf(report, item.itemIndex);
	const outputs = (json['messages'] ?? [json]) as ReadonlyArray<{ content?: unknown }>;
	return outputs
		.map(({ content }, position) => {
			const accepted = item.messages[position]?.filter(
				(request) => request.accepted && request.writtenAt <= report.attempt.endedAt,
			);
			const isSent = accepted?.some(
				(request) =>
					contactIdIn(request) === json['contactId'] &&
					(content === undefined || request.body?.includes(JSON.stringify(content))),
			);
			return report.attempt.output === undefined || isSent
				? undefined
				: `Message ${String(position)} of ${item.name} is reported with a contact or content that wasn't sent: ${JSON.stringify(json)}`;
		})
		.find((violation) => violation !== undefined);
}
