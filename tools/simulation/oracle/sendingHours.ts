import type { IDataObject } from 'n8n-workflow';

import type { SendingHoursPlan } from '../history/history';
import type { RecordedRequest } from '../world/recording';
import {
	contactIdIn,
	type Evidence,
	type ExecutionEvidence,
	fetchedId,
	idText,
	type ItemEvent,
	type ItemEvidence,
	type Oracle,
	outputOf,
} from './evidence';
import { type WallClock, wallClockIn } from './wallClock';

/**
 * With *Sending Hours*, no message is written outside the hours of its contact's or its workflow's
 * zone, in any attempt. With the workflow's zone, nothing else is written, either. A skipped item was
 * outside the hours, and its `sendAt` is the next time within them.
 */
export const sendingHours: Oracle = (evidence) =>
	evidence.executions.flatMap((execution) => {
		const { sendingHours: hours } = execution.plan;
		if (hours === undefined) return [];
		return [
			...execution.requests.map((request) => outside(evidence, execution, hours, request)),
			...execution.items.flatMap((item) =>
				item.reports.map((report) => unfoundedSkip(evidence, item, hours, report)),
			),
		];
	});

function outside(
	evidence: Evidence,
	{ number }: ExecutionEvidence,
	hours: SendingHoursPlan,
	request: RecordedRequest,
): string | undefined {
	const { conditions } = evidence.history;
	const isMessage = request.path.startsWith('/v1/message/');
	if (!isMessage && hours.timezone === 'contact') return undefined;
	const clock = clockFor(evidence, hours, request.token, contactIdIn(request) ?? '');
	const name = `A request of execution ${String(number)}`;
	if (clock === undefined) return `${name} went to a contact without a known time zone`;
	// The package can't observe when a request without a body is written.
	const preparedMs = request.body === undefined ? conditions.writeMs[1] : 0;
	const at = evidence.startDate + request.writtenAt;
	return clock.isWithin(hours, at) || clock.isWithin(hours, at - preparedMs)
		? undefined
		: `${name} was written outside the hours, at ${new Date(at).toISOString()}`;
}

function unfoundedSkip(
	evidence: Evidence,
	item: ItemEvidence,
	hours: SendingHoursPlan,
	report: ItemEvent,
): string | undefined {
	const [json] = outputOf(report, item.itemIndex);
	const { name, token } = item;
	if (json?.['reason'] === 'timeZoneUnknown') {
		const clock = clockFor(evidence, hours, token, idText(json['contactId']));
		return clock && `${name} was skipped, but the contact's zone is known`;
	}
	if (json?.['reason'] !== 'outsideHours') return undefined;
	const clock = clockFor(evidence, hours, token, idText(json['contactId']));
	if (clock === undefined) return `${name} was skipped, but the contact's zone is unknown`;
	const { startDate } = evidence;
	const startedAt = startDate + report.attempt.startedAt;
	const endedAt = startDate + report.attempt.endedAt;
	if (json['messages'] !== undefined && json['sendAt'] !== undefined) {
		return `${name} was partly sent, but would be sent again as a whole`;
	}
	const text = sendAtIn(json);
	const sendAt = Date.parse(text);
	const isNext =
		sendAt > startedAt &&
		clock.isWithin(hours, sendAt) &&
		!clock.isWithin(hours, sendAt - 1) &&
		(sendAt <= endedAt || clock.nextOpening(hours, endedAt) === sendAt);
	if (!isNext) return `${name} was skipped until ${text}, which isn't the next time`;
	return text.endsWith(clock.offsetAt(sendAt))
		? undefined
		: `${name} was skipped until ${text}, which has another offset than the zone`;
}

/** If an item was partly sent, its messages have times, because it must not be sent again as a whole. */
function sendAtIn(json: IDataObject): string {
	const messages = json['messages'] as IDataObject[] | undefined;
	return idText((messages?.at(-1) ?? json)['sendAt']);
}

/** Returns the clock that applies to a contact, or `undefined` if its items are skipped. */
function clockFor(
	{ contacts, history: { conditions } }: Evidence,
	{ timezone, ifUnknown }: SendingHoursPlan,
	token: string,
	contactId: string,
): WallClock | undefined {
	const ofWorkflow = wallClockIn(conditions.workflowZone);
	if (timezone === 'workflow') return ofWorkflow;
	const fields = contacts.get(token)?.get(fetchedId(contactId))?.custom_fields;
	return (
		wallClockIn(fields?.['timezone'] ?? '') ?? (ifUnknown === 'workflow' ? ofWorkflow : undefined)
	);
}
