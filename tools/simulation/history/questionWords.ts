import type { LinkRequestPlan, QuestionEvent, QuestionHistory } from './questionHistory';

/** Returns a history as text, one line per question and per event. */
export function questionHistoryInWords(history: QuestionHistory): string[] {
	let atMs = 0;
	return [
		`Seed ${String(history.seed)}, n8n validates ${history.validatesAll ? 'all signatures' : 'signatures on request'}`,
		...history.questions.map(
			(question, number) => `  question ${String(number)}: ${JSON.stringify(question)}`,
		),
		...history.events.map((event) => {
			atMs += event.afterMs;
			return `${(atMs / 1_000).toFixed(3).padStart(10)} s  ${eventInWords(event)}`;
		}),
	];
}

function eventInWords(event: QuestionEvent): string {
	switch (event.kind) {
		case 'request':
			return requestInWords(event.request);
		case 'twoRequests':
			return `twice within ${String(event.intervalMs)} ms: ${requestInWords(event.request)}`;
		case 'restart':
			return 'n8n restarts';
		case 'stop':
			return `the user stops execution ${String(event.question)}`;
	}
}

function requestInWords({ method, question, ...others }: LinkRequestPlan): string {
	return `${method} to question ${String(question)}: ${JSON.stringify(others)}`;
}
