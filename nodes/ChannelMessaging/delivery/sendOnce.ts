import type { RawAnswer } from '../channel/call';
import { type Effect, ChannelFailure } from '../channel/failure';
import { isDone, refusalOf } from '../channel/refusal';
import type { Halt } from './halt';
import type { CallRecords } from './ledger';
import { notStarted } from './notStarted';
import type { Request } from './place';
import type { KeyStore, SentKeys } from './sentKeys';

/** The keys of the node, and the store in which this run keeps them. */
export interface RunKeys {
	sent: SentKeys;
	store: KeyStore;
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
 * Sends a message unless one has been sent for its key. The key is recorded when the message is about
 * to leave, and taken out again where it surely didn't go out, so that it can be sent later. Whoever
 * sends for the same key meanwhile waits for its end.
 *
 * @param attempt makes the call, as often as it takes, by the request that it is given
 */
export async function sendOnce(
	send: Send,
	attempt: (request: Request) => Promise<RawAnswer | ChannelFailure>,
): Promise<RawAnswer | ChannelFailure> {
	const { key, keys, records, halt } = send;
	const endTurn = await keys.sent.turn(key, halt);
	if (endTurn === undefined) return notStarted();
	try {
		const result = await attempt(recordingRequest(send));
		if (records.key !== 'recorded' || !(result instanceof ChannelFailure)) return result;
		if (!(await keys.sent.remove(key, keys.store))) return keyKept(result);
		records.key = 'notRecorded';
		return result;
	} finally {
		endTurn();
	}
}

/** A request that records the key before the first call leaves, and keeps in mind what may be out. */
function recordingRequest({ key, keys, records, halt, request }: Send): Request {
	return async (call, timeout, onWritten) => {
		// Else a former try of this run recorded it, so it stands for this very message.
		if (records.key === 'notRecorded') {
			const recorded = await keys.sent.record(key, keys.store);
			if (recorded.kind === 'knownBefore') return skipped(key);
			if (recorded.kind === 'unavailable') return notRecorded(recorded.reason);
			records.key = 'recorded';
		}
		if (halt.isHalted) return notStarted();
		const result = await request(call, timeout, onWritten);
		if (effectOf(result) !== 'notDone') records.key = 'mayBeSent';
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
			message: `Nothing was sent, because a message was sent for the key '${key}' before, or may have been.`,
			data: [],
		}),
	};
}

function notRecorded(reason: string): ChannelFailure {
	return new ChannelFailure({
		reason: 'keyNotRecorded',
		effect: 'notDone',
		title: "The key in 'Send Once Per Key' could not be recorded, so nothing was sent",
		advice: `n8n said: ${reason}. Save the workflow, check n8n's database, and run this item again.`,
	});
}

/** The failure, when its key could not be taken out again. */
function keyKept(failure: ChannelFailure): ChannelFailure {
	return new ChannelFailure({
		reason: failure.reason,
		effect: failure.effect,
		title: failure.message,
		advice: `${failure.advice} Its key in 'Send Once Per Key' is still recorded, because n8n's database could not be written: give it another key to send it later.`,
		...(failure.status === undefined ? {} : { status: failure.status }),
		...(failure.serviceMessage === undefined ? {} : { serviceMessage: failure.serviceMessage }),
	});
}
