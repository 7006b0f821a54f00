import type { RawAnswer } from '../channel/call';
import { type Effect, ChannelFailure } from '../channel/failure';
import { isDone, refusalOf } from '../channel/refusal';
import { Halt } from './halt';
import type { CallRecords } from './ledger';
import { notStarted } from './notStarted';
import type { Request } from './place';
import type { Recorder, SentKeys } from './sentKeys';

/** The keys of the node, and how this run records them. */
export interface RunKeys extends Recorder {
	sent: SentKeys;
}

interface Send {
	/** What the message is sent once for. */
	key: string;
	keys: RunKeys;
	records: CallRecords;
	halt: Halt;
	request: Request;
}

/**
 * Makes a call, as often as it takes, by the request that it is given.
 *
 * @param needless halted where the call isn't needed any more, or where nothing may start any more
 */
type Attempt = (request: Request, needless: Halt) => Promise<RawAnswer | ChannelFailure>;

/**
 * Sends a message unless one has been sent for its key. The key is recorded when the message is about
 * to leave, and taken out again where it surely didn't go out, so that it can be sent later. Whoever
 * sends for the same key meanwhile waits for its end.
 */
export async function sendOnce(send: Send, attempt: Attempt): Promise<RawAnswer | ChannelFailure> {
	const { key, keys, records, halt } = send;
	const endTurn = await keys.sent.turn(key, halt);
	if (endTurn === undefined) return notStarted();
	try {
		if (records.key === 'notRecorded' && (await keys.sent.remembers(key))) return skipped(key);
		const result = await (records.key === 'notRecorded'
			? recordAndAttempt(send, attempt)
			: // A former try of this run recorded the key, so it stands for this very message.
				attempt(rememberingRequest(send), halt));
		if (records.key !== 'recorded' || !(result instanceof ChannelFailure)) return result;
		if (!(await keys.sent.remove(key, keys.store))) return keyKept(result);
		records.key = 'notRecorded';
		return result;
	} finally {
		endTurn();
	}
}

/** Records the key before the first call leaves; ends the wait for it once the key turns out known. */
async function recordAndAttempt(send: Send, attempt: Attempt): Promise<RawAnswer | ChannelFailure> {
	const { key, keys, records, halt } = send;
	const announced = keys.sent.announce(key, keys);
	const needless = new Halt();
	const release = halt.onHalt(() => {
		needless.now();
	});
	void announced.recorded.then(({ kind }) => {
		if (kind !== 'new') needless.now();
	});
	const request = rememberingRequest(send);
	const result = await attempt(async (...call) => {
		const { kind } = await announced.record();
		// The limiter hears that nothing was called; why is said below.
		return kind !== 'new' || halt.isHalted ? notStarted() : await request(...call);
	}, needless);
	release();
	const recorded = await announced.end();
	if (recorded?.kind === 'knownBefore') return skipped(key);
	if (recorded?.kind === 'unavailable') return notRecorded(recorded.reason);
	if (recorded?.kind === 'new' && records.key === 'notRecorded') records.key = 'recorded';
	return result;
}

/** A request that keeps in mind whether the message may be out. */
function rememberingRequest({ key, keys, records, request }: Send): Request {
	return async (...call) => {
		const result = await request(...call);
		if (effectOf(result) !== 'notDone') {
			records.key = 'mayBeSent';
			// From now on it stays recorded.
			keys.sent.memory.add(key);
		}
		return result;
	};
}

function effectOf(result: RawAnswer | ChannelFailure): Effect | 'done' {
	if (result instanceof ChannelFailure) return result.effect;
	return isDone(result) ? 'done' : refusalOf(result).effect;
}

/** Stands for the service's answer, in the same envelope (section 2). */
function skipped(key: string): RawAnswer {
	return {
		status: 200,
		headers: {},
		skipped: true,
		text: JSON.stringify({
			status: 'skipped',
			message: `Not sent: a message with the key '${key}' was already sent, or may have been.`,
			data: [],
		}),
	};
}

function notRecorded(reason: string): ChannelFailure {
	return new ChannelFailure({
		reason: 'keyNotRecorded',
		effect: 'notDone',
		title: "The key in 'Send Once Per Key' could not be recorded, so the message was not sent",
		advice: `n8n said: ${reason}. Save the workflow, check n8n's database, and run the item again.`,
	});
}

/** The failure, when its key could not be taken out again. */
function keyKept(failure: ChannelFailure): ChannelFailure {
	return new ChannelFailure({
		reason: failure.reason,
		effect: failure.effect,
		title: failure.message,
		advice: `${failure.advice} Its key in 'Send Once Per Key' could not be removed from n8n's database: to send the message later, give it another key.`,
		...(failure.status === undefined ? {} : { status: failure.status }),
		...(failure.serviceMessage === undefined ? {} : { serviceMessage: failure.serviceMessage }),
	});
}
