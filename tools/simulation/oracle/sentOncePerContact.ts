import {
	contactIdIn,
	fetchedId,
	idText,
	isUncertain,
	type ItemEvidence,
	type Oracle,
	outputOf,
} from './evidence';
import { interleaved } from './interleaved';

/**
 * M11: with *Send Once per Contact*, at most one message of a campaign is accepted per contact,
 * however its items identify the contact. A message is only skipped if a message of its campaign to
 * the contact was sent, or may have been. All messages of an item are sent before those of the next
 * item of the campaign to the contact.
 */
export const sentOncePerContact: Oracle = ({ history, items }) => {
	const crashes = history.events.some(({ kind }) => kind === 'crash');
	// n8n's store is not atomic: workers can overwrite each other's keys.
	if (crashes && history.workers > 1) return [];
	const campaigns = items.filter(({ campaign }) => campaign !== undefined);
	const accepted = new Map<string, ItemEvidence>();
	const possible = new Set<string>();
	for (const item of campaigns) {
		for (const request of item.requests) {
			if (!request.accepted && !isUncertain(request)) continue;
			possible.add(idOf(item, request.token, contactIdIn(request) ?? ''));
		}
	}
	const twice = campaigns.flatMap((item) =>
		item.messages.flatMap((requests, position) =>
			requests
				.filter((request) => request.accepted)
				.map((request) => {
					const contact = idOf(item, request.token, contactIdIn(request) ?? '');
					const message = `${String(item.execution.worker)} ${String(position)} ${contact}`;
					const other = accepted.get(message);
					accepted.set(message, item);
					return other === undefined || other === item
						? undefined
						: `Message ${String(position)} of ${item.name} and of ${other.name} went to one contact in one campaign`;
				}),
		),
	);
	// A key that was recorded for a message stays if the process ends before the message.
	const interruptions = ['crash', 'stop', 'storeFailure'];
	const isInterrupted = history.events.some(({ kind }) => interruptions.includes(kind));
	const between = interleaved(campaigns, (item, request) =>
		idOf(item, request.token, contactIdIn(request) ?? ''),
	);
	if (isInterrupted || history.workers > 1) return [...twice, ...between];
	const unfounded = campaigns.map((item) => {
		const skipped = item.reports
			.flatMap((report) => outputOf(report, item.itemIndex))
			.find(({ reason }) => reason === 'alreadyInCampaign');
		if (skipped === undefined) return undefined;
		return possible.has(idOf(item, item.token, idText(skipped['contactId'])))
			? undefined
			: `${item.name} was skipped, but no message of its campaign can have been sent to the contact`;
	});
	return [...twice, ...between, ...unfounded];
};

function idOf({ campaign = '', execution }: ItemEvidence, token: string, contactId: string) {
	return `${String(execution.plan.workflow)} ${token} ${campaign} ${fetchedId(contactId)}`;
}
