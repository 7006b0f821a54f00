import type {
	QuestionRecording,
	RecordedLinkRequest,
	RecordedQuestion,
} from '../world/questionRecording';
import { verdictOn } from './enteredAnswer';
import type { Oracle, Promises } from './oracle';

/** Half of the promised time, in milliseconds, because machines differ from the estimate. */
const maxComputeMs = 50;

const maxBytes = 1_000_000;

/** Returns whether a POST request may answer its question, regardless of its content. */
function isAuthorized({ method, hasValidSignature, isOwnLink, at, question }: RecordedLinkRequest) {
	const isInTime = question.until === undefined || at < question.until;
	return method === 'POST' && hasValidSignature && isOwnLink && isInTime;
}

function verdictOf({ question, entered, approved }: RecordedLinkRequest) {
	const { fields } = question;
	if (fields === undefined) return approved === undefined ? 'invalid' : 'valid';
	const verdicts = fields.map((field, index) => verdictOn(field, entered[index]).verdict);
	if (verdicts.includes('invalid')) return 'invalid';
	return verdicts.includes('either') ? 'either' : 'valid';
}

/** Returns whether a workflow that continues without an answer finds one in its data. */
function hasOtherAnswer({ unanswered }: RecordedQuestion): boolean {
	const { isReview = false, output = {} } = unanswered ?? {};
	return output.data !== undefined || (isReview && output.approved !== undefined);
}

/** Q1: only a valid POST answers, exactly once. */
const answersOnce: Oracle<QuestionRecording> = ({ questions, requests }) => [
	...questions.map((question) =>
		hasOtherAnswer(question) ? `${question.name} has an answer from its input` : undefined,
	),
	...questions.map(({ name, resumedBy }) =>
		resumedBy.length > 1 ? `${name} was answered ${String(resumedBy.length)} times` : undefined,
	),
	...requests.flatMap((request, index) => {
		const { question, method, output, error, responses, status, at } = request;
		const name = `Request ${String(index)} (${method}) to ${question.name}`;
		const isAnswer = output !== undefined;
		const verdict = verdictOf(request);
		const mayAnswer = isAuthorized(request);
		const isFirst = !requests
			.slice(0, index)
			.some(
				(other) =>
					other.question === question &&
					other.output !== undefined &&
					(other.lostAt === undefined || other.lostAt >= at),
			);
		const mustAnswer = mayAnswer && verdict === 'valid' && isFirst && !question.isDamaged;
		const opens = method === 'GET' && request.isOwnLink && !question.isDamaged;
		return [
			error === undefined ? undefined : `${name} threw ${error}`,
			isAnswer && !mayAnswer ? `${name} resumed the workflow` : undefined,
			isAnswer && verdict === 'invalid' && !question.isDamaged
				? `${name} answered with invalid values`
				: undefined,
			!isAnswer && mustAnswer ? `${name} didn't answer, with status ${String(status)}` : undefined,
			error === undefined && responses !== 1
				? `${name} received ${String(responses)} responses`
				: undefined,
			opens && status !== (at < (question.until ?? Infinity) ? 200 : 410)
				? `${name} received the status ${String(status)}`
				: undefined,
		];
	}),
];

/** Q2: the answer in the output is exactly what the contact entered, or it was rejected. */
const exactAnswers: Oracle<QuestionRecording> = ({ requests }) =>
	requests.flatMap((request, index) => {
		const { question, output, entered, approved, status } = request;
		const { fields, name, isDamaged } = question;
		const subject = `Request ${String(index)} to ${name}`;
		if (isDamaged) return [];
		if (output === undefined) {
			const isRejected = isAuthorized(request) && verdictOf(request) === 'invalid';
			return isRejected && status !== 400 && fields !== undefined
				? [`${subject} was rejected with status ${String(status)}`]
				: [];
		}
		const { data } = output as { data?: Record<string, unknown> };
		const answers = new Map(Object.entries(data ?? {}));
		answers.delete('respondedAt');
		const expected =
			fields === undefined
				? [{ key: 'approved', isExact: (answer: unknown) => answer === approved }]
				: fields.map((field, number) => ({ ...field, ...verdictOn(field, entered[number]) }));
		const wrong = expected.find(({ key, isExact }) => !isExact(answers.get(key)));
		return [
			wrong && `${subject} answered '${wrong.key}' with ${shortJson(answers.get(wrong.key))}`,
			answers.size === expected.length
				? undefined
				: `${subject} has ${String(answers.size)} answers instead of ${String(expected.length)}`,
		];
	});

function shortJson(value: unknown): string {
	return String(JSON.stringify(value)).slice(0, 100);
}

/** Q3: no request needs much time or memory. */
const limitedWork: Oracle<QuestionRecording> = ({ requests, stateSize }) => [
	stateSize > maxBytes
		? `The package has a state of the size ${String(stateSize)} after all requests`
		: undefined,
	...requests.flatMap(({ question, computeMs, responseBytes, output }, index) => {
		const name = `Request ${String(index)} to ${question.name}`;
		const outputBytes = Buffer.byteLength(JSON.stringify(output ?? null));
		return [
			computeMs > maxComputeMs ? `${name} takes about ${computeMs.toFixed(0)} ms` : undefined,
			responseBytes > maxBytes
				? `${name} received ${String(responseBytes)} bytes in response`
				: undefined,
			outputBytes > maxBytes ? `${name} returned ${String(outputBytes)} bytes` : undefined,
		];
	}),
];

/** The promises that are checked after each history of questions. */
export const questionPromises: Promises<QuestionRecording> = {
	Q1: answersOnce,
	Q2: exactAnswers,
	Q3: limitedWork,
};
