import {
	type ChatMessagePlan,
	quickReplies,
	unlimitedMs,
	writtenReplies,
} from '../history/chatHistory';
import type {
	ChatRecording,
	RecordedChatQuestion,
	RecordedDelivery,
	Resumption,
} from '../world/chatRecording';
import { forgetting } from './forgetting';
import type { Oracle, Promises } from './oracle';

/** How long *Pass On Reply* waits for a running execution, in milliseconds, with a margin. */
const runningPatienceMs = 9_000;

/** How much later a question without a limit may expire, because it was sent later. */
const expiryToleranceMs = 3_600_000;

/** Returns the output that a written reply must produce, or `undefined` if it isn't an answer. */
function expectedAnswer({ plan }: RecordedChatQuestion, written: number) {
	const { text: entered, ...indexes } = writtenReplies[written] ?? { text: '' };
	if (entered.trim() === '') return undefined;
	const { answerWith } = plan;
	if (answerWith === 'anyText') return { text: entered, entered };
	const index = indexes[answerWith];
	const chosen = index === undefined ? undefined : quickReplies[answerWith][index];
	if (chosen === undefined) return undefined;
	const { text, meaning } = chosen;
	return { text, entered, ...(meaning !== 'none' && { approved: meaning === 'approve' }) };
}

function isOwn({ plan: question }: RecordedChatQuestion, { plan: message }: RecordedDelivery) {
	const isContact = question.channel === message.channel && question.contact === message.contact;
	return isContact && question.field === message.field;
}

function dataOf({ output }: Pick<Resumption, 'output'>): Record<string, unknown> {
	return (output as { data: Record<string, unknown> }).data;
}

/**
 * Only a reply of the question's own contact answers it, as the contact wrote it, after it was sent
 * and in time.
 */
function wrongResumptions(recording: ChatRecording) {
	const { questions, deliveries } = recording;
	return questions.flatMap((question) => {
		const { name, resumptions, until } = question;
		return [
			resumptions.length > 1
				? `${name} was resumed ${String(resumptions.length)} times`
				: undefined,
			...resumptions.map((resumption) => {
				const data = dataOf(resumption);
				const by = `by execution ${String(resumption.from)}`;
				if (!question.links.includes(resumption.url)) {
					return `${name} was answered ${by}, through the link of another question`;
				}
				if (data['replaced'] === true) {
					const mayReplace = questions.some(
						(other) =>
							other.execution === resumption.from &&
							other.plan.replacesOpenQuestion &&
							isSameField(other, question) &&
							other.token === question.token,
					);
					return mayReplace ? undefined : `${name} was replaced ${by}`;
				}
				const delivery = deliveries.find(({ execution }) => execution === resumption.from);
				if (delivery === undefined) return `${name} was answered ${by}, which no message started`;
				if (!isOwn(question, delivery)) return `${name} was answered ${by}, for another contact`;
				if (delivery.token !== question.token) {
					return `${name} was answered ${by}, although the token has changed`;
				}
				const { writtenAt = Infinity } = acceptedMessage(recording, question) ?? {};
				if (firstArrival(recording, delivery) < writtenAt) {
					return `${name} was answered ${by}, with a message that arrived before the question`;
				}
				const { respondedAt, ...answer } = data;
				const expected = expectedAnswer(question, delivery.plan.written);
				const answeredAt = Date.parse(String(respondedAt));
				const isLate = answeredAt >= Math.min(until ?? 0, expiryOf(question) + expiryToleranceMs);
				if (isLate) return `${name} was answered ${by} after its limit`;
				return JSON.stringify(sorted(answer)) === JSON.stringify(sorted(expected ?? {}))
					? undefined
					: `${name} was answered ${by} with ${JSON.stringify(answer)}`;
			}),
		];
	});
}

function sorted(record: Readonly<Record<string, unknown>>) {
	return Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
}

function isSameField(one: RecordedChatQuestion, { plan }: RecordedChatQuestion): boolean {
	const { contact, channel, field } = one.plan;
	return contact === plan.contact && channel === plan.channel && field === plan.field;
}

/** Reports of *Pass On Reply* must be true. */
function wrongReports({ questions, deliveries }: ChatRecording) {
	return deliveries.map(({ execution, output }) => {
		if (output === undefined) return undefined;
		const { passedOn, node } = output as Record<string, unknown>;
		const answered = questions.find(({ resumptions }) =>
			resumptions.some(({ from }) => from === execution),
		);
		const name = `Execution ${String(execution)}`;
		if (passedOn !== true) {
			return answered === undefined
				? undefined
				: `${name} reports that it passed on nothing, but answered ${answered.name}`;
		}
		if (answered === undefined) return `${name} reports that it passed on a reply, but didn't`;
		return answered.node === node ? undefined : `${name} names another question's node`;
	});
}

/** Only links of questions are requested, and only for their own contacts. */
function foreignLinks({ questions, deliveries, linkRequests }: ChatRecording) {
	return linkRequests.map(({ url, from }) => {
		const { origin, pathname } = new URL(url);
		const execution = Number(pathname.split('/')[2]);
		const question = questions.find((each) => each.execution === execution);
		const name = `Execution ${String(from)} requested ${origin}${pathname}`;
		if (question === undefined || origin !== 'https://n8n.example.com') return name;
		const asking = questions.find((each) => each.execution === from);
		const delivery = deliveries.find((each) => each.execution === from);
		const isOfContact =
			asking === undefined
				? delivery !== undefined && isOwn(question, delivery)
				: isSameField(asking, question);
		return isOfContact ? undefined : `${name}, a question of another contact`;
	});
}

/** Whether someone edited the field of a question in a period. */
function wasEdited(
	{ edits }: ChatRecording,
	{ plan }: RecordedChatQuestion,
	from: number,
	to: number,
) {
	const { channel, contact, field } = plan;
	return edits.some(
		({ at, edit }) =>
			at >= from &&
			at <= to &&
			edit.channel === channel &&
			edit.contact === contact &&
			edit.field === field,
	);
}

/**
 * Whether another process asked the same contact at the same time. Then only the last question can
 * be answered.
 */
function wasAskedElsewhere(recording: ChatRecording, question: RecordedChatQuestion): boolean {
	return recording.questions.some(
		(other) =>
			other.plan.process !== question.plan.process &&
			isSameField(other, question) &&
			other.startedAt <= endOfAsking(recording, question) &&
			question.startedAt <= endOfAsking(recording, other),
	);
}

/**
 * Returns when a delivery's message first arrived, as far as the delivery's process knows it from
 * the message's ID. A process can't know that another token belongs to the same channel.
 */
function firstArrival({ deliveries, restarts }: ChatRecording, delivery: RecordedDelivery): number {
	const { plan, process, startedAt, token } = delivery;
	if (!plan.hasId) return startedAt;
	const known = deliveries.filter(
		(other) =>
			other.plan === plan &&
			other.process === process &&
			other.token === token &&
			other.startedAt <= startedAt &&
			!restarts.some(
				(restart) =>
					restart.process === process && restart.at >= other.startedAt && restart.at <= startedAt,
			),
	);
	return Math.min(...known.map((other) => other.startedAt));
}

function acceptedMessage({ accepted }: ChatRecording, question: RecordedChatQuestion) {
	const { execution, startedAt, waitsSince = Infinity } = question;
	return accepted.find(
		(message) =>
			message.execution === execution && message.at >= startedAt && message.at <= waitsSince,
	);
}

function acceptedAt(recording: ChatRecording, question: RecordedChatQuestion) {
	return acceptedMessage(recording, question)?.at;
}

/** Returns when a node had sent its question or failed. */
function endOfAsking(recording: ChatRecording, question: RecordedChatQuestion): number {
	const { error, endedAt = Infinity } = question;
	return error === undefined ? (acceptedAt(recording, question) ?? endedAt) : endedAt;
}

/** When a question without a limit expires, at the earliest. */
function expiryOf({ plan: { limitSeconds }, startedAt }: RecordedChatQuestion): number {
	return limitSeconds === undefined ? startedAt + unlimitedMs : Infinity;
}

function isOpenDuring(question: RecordedChatQuestion, from: number, to: number): boolean {
	const { waitsSince = Infinity, until = 0, endedAt = Infinity, resumptions } = question;
	const resumedAt = Math.min(Infinity, ...resumptions.map(({ acceptedAt }) => acceptedAt));
	return waitsSince <= from && Math.min(until, endedAt, resumedAt, expiryOf(question)) > to;
}

/** Whether a question may have been open at any time in a period. */
function mayBeOpenIn(question: RecordedChatQuestion, from: number, to: number): boolean {
	const { until = Infinity, endedAt = Infinity, resumptions, error } = question;
	if (error !== undefined) return false;
	const resumedAt = Math.min(Infinity, ...resumptions.map(({ recordedAt }) => recordedAt));
	const expiresAt = expiryOf(question) + expiryToleranceMs;
	return question.startedAt <= to && Math.min(until, endedAt, resumedAt, expiresAt) >= from;
}

/** A reply to an open question answers it, unless the same message answers another one. */
function unheardReplies(recording: ChatRecording) {
	const { questions, deliveries, restarts } = recording;
	const answered = new Set(
		deliveries
			.filter(({ execution }) =>
				questions.some(({ resumptions }) => resumptions.some(({ from }) => from === execution)),
			)
			.map(({ plan }) => plan),
	);
	return deliveries.flatMap((delivery) => {
		const { startedAt, endedAt, output, plan, token, execution } = delivery;
		if (endedAt === undefined || output === undefined || plan.resumption !== 'succeeds') return [];
		if (restarts.some(({ at }) => at >= startedAt && at <= endedAt)) return [];
		if (plan.hasId && answered.has(plan)) return [];
		const from = Math.min(startedAt + runningPatienceMs, endedAt);
		const unheard = questions.find(
			(question) =>
				isOwn(question, delivery) &&
				question.token === token &&
				expectedAnswer(question, plan.written) !== undefined &&
				(acceptedAt(recording, question) ?? Infinity) <= firstArrival(recording, delivery) &&
				(question.waitsSince ?? Infinity) <= from &&
				isOpenDuring(question, Math.max(from, question.waitsSince ?? 0), endedAt) &&
				!wasEdited(recording, question, question.startedAt, endedAt) &&
				!wasAskedElsewhere(recording, question),
		);
		return unheard === undefined
			? []
			: [`Execution ${String(execution)} didn't answer ${unheard.name}: ${JSON.stringify(output)}`];
	});
}

/** A contact with an open question isn't asked another one, unless the first one was replaced. */
function secondQuestions(recording: ChatRecording) {
	const { questions } = recording;
	return questions.flatMap((question) => {
		const { execution, startedAt, token, name, plan } = question;
		const sentAt = acceptedAt(recording, question);
		if (sentAt === undefined) return [];
		const open = questions.find((other) => {
			const otherSentAt = acceptedAt(recording, other);
			if (otherSentAt === undefined || other.waitsSince === undefined) return false;
			// In one process, the second node waits until the first one has sent its question.
			const isFirst =
				other.plan.process === plan.process ? otherSentAt <= sentAt : other.waitsSince <= startedAt;
			return (
				isFirst &&
				other.execution !== execution &&
				isSameField(other, question) &&
				other.token === token &&
				isOpenDuring(other, other.waitsSince, Math.max(sentAt, other.waitsSince)) &&
				!wasEdited(recording, other, other.startedAt, sentAt) &&
				!wasAskedElsewhere(recording, other)
			);
		});
		return open === undefined ? [] : [`${name} was asked, although ${open.name} was open`];
	});
}

/** Only an open question of another execution prevents a question. */
function preventedQuestions({ questions }: ChatRecording) {
	return questions.map((question) => {
		const { error = '', execution, startedAt, endedAt = Infinity, token, name } = question;
		if (!error.includes("hasn't answered the question")) return undefined;
		const isTrue = questions.some(
			(other) =>
				other.execution !== execution &&
				other.token === token &&
				isSameField(other, question) &&
				mayBeOpenIn(other, startedAt, endedAt),
		);
		return isTrue ? undefined : `${name} wasn't sent, although no other question was open`;
	});
}

/** An execution waits only for a question that was sent. */
function unsentQuestions(recording: ChatRecording) {
	return recording.questions.map((question) =>
		question.waitsSince === undefined || acceptedAt(recording, question) !== undefined
			? undefined
			: `${question.name} waits, but its message wasn't accepted`,
	);
}

/** A question is only sent after the channel has saved it completely. */
function unsavedQuestions(recording: ChatRecording) {
	const { questions, saved, contactIds, contacts } = recording;
	return questions.map((question) => {
		const { execution, startedAt, name, plan } = question;
		const sentAt = acceptedAt(recording, question);
		if (sentAt === undefined) return undefined;
		const versions = contacts[plan.channel]?.versionsOf(contactIds[plan.contact] ?? '') ?? [];
		const wasSaved = saved.some(
			(each) =>
				each.execution === execution &&
				each.at >= startedAt &&
				each.at <= sentAt &&
				versions.some(
					({ since, contact }) =>
						since === each.at && contact?.custom_fields[plan.field] === each.value,
				),
		);
		return wasSaved ? undefined : `${name} was sent, but the channel hadn't saved it`;
	});
}

/**
 * If nothing else erases a question that the channel saved, the node must not report that the
 * channel ignored it.
 */
function erasedQuestions(recording: ChatRecording) {
	const { questions, history } = recording;
	return questions.map((question) => {
		const { error = '', name, startedAt, endedAt = Infinity } = question;
		if (!error.includes("The channel didn't save")) return undefined;
		const isTrue =
			history.saving === 'ignores' ||
			wasEdited(recording, question, startedAt, endedAt) ||
			wasAskedElsewhere(recording, question);
		return isTrue ? undefined : `${name} wasn't sent, because something erased it`;
	});
}

/** The field of an open question isn't cleared, unless someone edits it. */
function clearedQuestions(recording: ChatRecording) {
	const { questions, saved, contactIds, contacts } = recording;
	return questions.map((question) => {
		const { execution, startedAt, waitsSince, name, plan } = question;
		const sentAt = acceptedAt(recording, question);
		if (waitsSince === undefined || sentAt === undefined) return undefined;
		const value = saved
			.filter((each) => each.execution === execution && each.at >= startedAt && each.at <= sentAt)
			.at(-1)?.value;
		const versions = contacts[plan.channel]?.versionsOf(contactIds[plan.contact] ?? '') ?? [];
		const isCleared = versions.some(({ since, contact }, index) => {
			const before = versions[index - 1]?.contact?.custom_fields[plan.field];
			return (
				before === value &&
				(contact?.custom_fields[plan.field] ?? '') === '' &&
				isOpenDuring(question, waitsSince, since) &&
				!wasEdited(recording, question, since, since)
			);
		});
		return isCleared && !wasAskedElsewhere(recording, question)
			? `The field of ${name} was cleared while it was open`
			: undefined;
	});
}

/** An execution saves only its own question, and clears no other value than it. */
function foreignChanges({ saved, deliveries }: ChatRecording) {
	return saved.map(({ execution, value, read }, index) => {
		const name = `Execution ${String(execution)}`;
		if (deliveries.some((delivery) => delivery.execution === execution)) {
			return `${name} passed on a reply, and changed the contact`;
		}
		if (value !== '') return undefined;
		const own = saved.slice(0, index).filter((other) => other.execution === execution);
		const isOwn = own.some((other) => read !== '' && other.value.startsWith(read));
		return isOwn ? undefined : `${name} cleared a value that isn't its question`;
	});
}

/** The questions that each message answered, in the order of its answers. */
function answersByMessage({ questions, deliveries }: ChatRecording) {
	const byMessage = new Map<ChatMessagePlan, Array<Resumption & { name: string; token: string }>>();
	for (const { name, resumptions } of questions) {
		for (const resumption of resumptions) {
			const delivery = deliveries.find(({ execution }) => execution === resumption.from);
			if (delivery === undefined) continue;
			const { plan: message, token } = delivery;
			byMessage.set(message, [...(byMessage.get(message) ?? []), { ...resumption, name, token }]);
		}
	}
	return [...byMessage]
		.filter(([, { length }]) => length > 1)
		.map(([message, answers]) => ({
			message,
			answers: answers.sort((one, other) => one.acceptedAt - other.acceptedAt),
		}));
}

/**
 * A message with an ID that is delivered twice answers only one question, unless the process that
 * handles answers has restarted, or the channel's token has changed.
 */
function repeatedAnswers(recording: ChatRecording) {
	return answersByMessage(recording).map(({ message, answers }) => {
		const [first, second] = answers.map(({ acceptedAt: at }) => at);
		if (!message.hasId || first === undefined || second === undefined) return undefined;
		const isForgotten = recording.restarts.some(
			({ process, at }) => process === 0 && at >= first && at <= second,
		);
		const tokens = new Set(answers.map(({ token }) => token));
		return isForgotten || tokens.size > 1 ? undefined : answeredBoth(answers);
	});
}

function answeredBoth(answers: ReadonlyArray<{ name: string }>): string {
	return `A message answered ${answers.map(({ name }) => name).join(' and ')}`;
}

/** Q4: a reply in the chat resumes the question of its own contact, at most once, in time. */
const ownReplies: Oracle<ChatRecording> = (recording) => [
	...wrongResumptions(recording),
	...wrongReports(recording),
	...foreignLinks(recording),
	...unheardReplies(recording),
	...secondQuestions(recording),
	...preventedQuestions(recording),
	...unsentQuestions(recording),
	...unsavedQuestions(recording),
	...erasedQuestions(recording),
	...clearedQuestions(recording),
	...foreignChanges(recording),
	...repeatedAnswers(recording),
];

/** The promises that are checked after each history of questions in the chat. */
export const chatPromises: Promises<ChatRecording> = { Q4: ownReplies, S3: forgetting };

/** A second delivery of a message without an ID can answer the contact's next question. */
const answeredTwice: Oracle<ChatRecording> = (recording) =>
	answersByMessage(recording).map(({ answers }) => answeredBoth(answers));

/**
 * A message answers a question that was sent after the message first arrived, if it is delivered
 * again without an ID, to another process, after a restart, or after the token changed.
 */
const answeredLater: Oracle<ChatRecording> = (recording) =>
	recording.questions.flatMap((question) => {
		const { writtenAt = Infinity } = acceptedMessage(recording, question) ?? {};
		return question.resumptions.map(({ from }) => {
			const { plan } = recording.deliveries.find(({ execution }) => execution === from) ?? {};
			const isEarlier = recording.deliveries.some(
				(delivery) => delivery.plan === plan && delivery.startedAt < writtenAt,
			);
			return isEarlier ? `${question.name} was answered by an earlier message` : undefined;
		});
	});

/** Exceptions that the documentation mentions. */
export const chatExceptions: Promises<ChatRecording> = {
	Q4: (recording) => [...answeredTwice(recording), ...answeredLater(recording)],
};
