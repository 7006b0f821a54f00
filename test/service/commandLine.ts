import { parseArgs } from 'node:util';
import type { AnswerTimes, Limits, ServiceOptions } from './options';

export const defaultPort = 4010;

/** The options that the flags ask for; throws where a flag makes no sense, and says which. */
export function optionsFromFlags(flags: readonly string[]): ServiceOptions {
	const { values } = parseArgs({
		args: [...flags],
		options: {
			port: { type: 'string' },
			token: { type: 'string' },
			'channel-type': { type: 'string' },
			semantics: { type: 'string' },
			'retry-after': { type: 'string' },
			'messages-per-second': { type: 'string' },
			'contact-calls-per-minute': { type: 'string' },
			'answer-milliseconds': { type: 'string' },
			'accept-unknown-contacts': { type: 'boolean' },
		},
	});

	const limits: Partial<Limits> = {};
	const options: ServiceOptions = { port: defaultPort, limits };

	if (values.port !== undefined) options.port = wholeNumber('port', values.port, 65_535);
	if (values.token !== undefined) options.token = values.token;
	if (values['channel-type'] !== undefined) {
		options.channelType = oneOf('channel-type', values['channel-type'], ['other', 'viber']);
	}
	if (values.semantics !== undefined) {
		limits.semantics = oneOf('semantics', values.semantics, [
			'fixedWindow',
			'slidingWindow',
			'tokenBucket',
		]);
	}
	if (values['retry-after'] !== undefined) {
		limits.retryAfter = oneOf('retry-after', values['retry-after'], ['seconds', 'date', 'none']);
	}
	if (values['messages-per-second'] !== undefined) {
		limits.messagesPerSecond = limit('messages-per-second', values['messages-per-second']);
	}
	if (values['contact-calls-per-minute'] !== undefined) {
		limits.contactCallsPerMinute = limit(
			'contact-calls-per-minute',
			values['contact-calls-per-minute'],
		);
	}
	if (values['answer-milliseconds'] !== undefined) {
		options.answers = answerTimes(values['answer-milliseconds']);
	}
	if (values['accept-unknown-contacts']) options.acceptUnknownContacts = true;
	return options;
}

function wholeNumber(flag: string, value: string, largest: number): number {
	const number = Number(value);
	if (!/^\d+$/.test(value) || number > largest) {
		throw new Error(`--${flag} takes a whole number up to ${String(largest)}, not '${value}'`);
	}
	return number;
}

/** 0 lifts the limit. */
function limit(flag: string, value: string): number | null {
	const calls = wholeNumber(flag, value, 1_000_000);
	return calls === 0 ? null : calls;
}

function oneOf<Choice extends string>(
	flag: string,
	value: string,
	choices: readonly Choice[],
): Choice {
	const chosen = choices.find((choice) => choice === value);
	if (chosen === undefined) {
		throw new Error(`--${flag} takes one of ${choices.join(', ')}, not '${value}'`);
	}
	return chosen;
}

/** `200`, or `150-250` for anything in between. */
function answerTimes(value: string): AnswerTimes {
	const [, least, most] = /^(\d+)(?:-(\d+))?$/.exec(value) ?? [];
	const minimumMilliseconds = Number(least);
	const maximumMilliseconds = Number(most ?? least);
	if (least === undefined || maximumMilliseconds < minimumMilliseconds) {
		throw new Error(`--answer-milliseconds takes a time such as 200 or 150-250, not '${value}'`);
	}
	return { minimumMilliseconds, maximumMilliseconds };
}
