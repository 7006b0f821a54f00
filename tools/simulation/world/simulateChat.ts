import { repository } from '../../../test/support/repository';
import { VirtualClock } from '../../../test/support/virtualClock';
import type { ChatEvent, ChatHistory } from '../history/chatHistory';
import { ChatChannels } from './chatChannels';
import { ChatN8n } from './chatN8n';
import type { ChatRecording, RecordedEdit } from './chatRecording';
import { seededRandomNumbers } from './randomNumbers';

/** Longer than any execution after the last event, in milliseconds. */
const maxExecutionMs = 300_000;

/**
 * Runs a history of questions in the chat on a virtual clock, and returns everything that n8n, the
 * contacts, and the service saw.
 *
 * @param folder the folder of the package's code
 */
export async function simulateChat(
	history: ChatHistory,
	folder = repository,
): Promise<ChatRecording> {
	const clock = new VirtualClock();
	const random = seededRandomNumbers(history.seed);
	const channels = new ChatChannels(history, clock, random);
	const n8n = new ChatN8n(channels, clock, random, folder);
	const edits: RecordedEdit[] = [];

	const happen = async () => {
		void n8n.start(history.first);
		for (const event of history.events) {
			await clock.sleep(event.afterMs);
			apply(event);
		}
		await clock.sleep(maxExecutionMs);
	};
	const apply = (event: ChatEvent) => {
		switch (event.kind) {
			case 'ask':
				void n8n.start(event.question);
				break;
			case 'askTwice': {
				const { question, intervalMs } = event;
				void n8n.start(question);
				void clock.sleep(intervalMs).then(async () => {
					await n8n.start({ ...question, process: question.process === 0 ? 1 : 0 });
				});
				break;
			}
			case 'message': {
				const { message } = event;
				for (const { process, afterMs } of message.deliveries) {
					void clock.sleep(afterMs).then(async () => {
						await n8n.deliver(message, process);
					});
				}
				if (message.resumption === 'succeeds') break;
				void clock.sleep(message.repeatMs).then(async () => {
					await n8n.deliver({ ...message, resumption: 'succeeds' }, 0);
				});
				break;
			}
			case 'edit':
				edits.push({ edit: event.edit, at: clock.date() });
				channels.edit(event.edit);
				break;
			case 'restart':
				n8n.restart(event.process);
				break;
			case 'stop':
				n8n.stop(event.question);
				break;
			case 'redirect':
				n8n.redirect(event.forMs);
				break;
			case 'rotate':
				channels.rotate(event.channel);
				break;
			case 'faults':
				channels.service.addFaults({ ...event, times: 1, fault: faults[event.fault] });
		}
	};

	await clock.run(happen());
	const idleStates = await clock.run(n8n.idleStates());
	const { questions, deliveries, linkRequests, restarts } = n8n;
	return {
		...{ history, questions, deliveries, linkRequests, restarts, edits },
		idleStates,
		saved: channels.savedValues(),
		accepted: channels.acceptedMessages(),
		contacts: channels.contacts,
		contactIds: [0, 1].map((contact) => channels.contactAt({ channel: 0, contact }).id),
	};
}

const faults = {
	lost: { kind: 'connectionLost', when: 'afterEffect' },
	rejected: { kind: 'status', status: 422, message: 'Rejected' },
} as const;
