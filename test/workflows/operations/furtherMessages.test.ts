import type { IBinaryData, INodeParameters } from 'n8n-workflow';

import * as finding from '../../../nodes/ChannelMessaging/contacts/findContact';
import { systemClock } from '../../../nodes/ChannelMessaging/scheduling/clock';
import { contact, retryOnFail, send } from '../../support/fixtures/parameters';
import { waitFor } from '../../support/n8n';
import { useChannel } from '../engine/channel';
import { startFileStorage } from '../engine/fileStorage';
import type { NodeInput } from '../engine/runNode';
import { stopClock } from '../engine/stoppedClock';

const channel = useChannel({ acceptUnknownContacts: true });

afterEach(() => {
	jest.restoreAllMocks();
});

let pdf: IBinaryData;
const rejection = { kind: 'status', status: 403, message: 'Not today' } as const;
const notFound = { kind: 'status', status: 404, message: 'Contact not found' } as const;
const text = (value: string) => ({ messageType: 'text', text: value });
const further = [text('={{ $json.text }} 2'), text('={{ $json.text }} 3')];

beforeAll(async () => {
	const storage = await startFileStorage();
	pdf = await storage.store({ fileName: 'menu.pdf', mimeType: 'application/pdf' }, 'a menu');
});

/** Sends three texts per item, such as `A 1`, to the contact with the same name. */
async function sendTo(
	contacts: readonly string[],
	settings: NodeInput['settings'] = {},
	options: INodeParameters = {},
	message: INodeParameters[] = further,
) {
	return await channel.runNode({
		parameters: send({
			...text('={{ $json.text }} 1'),
			options: { furtherMessages: { message }, ...options },
		}),
		items: contacts.map((contactId) => ({ contactId, text: contactId })),
		binary: { menu: pdf },
		settings,
	});
}

describe('Further Messages', () => {
	it('sends messages of any type in order and lists them in one item', async () => {
		const { items, status } = await sendTo(['A'], {}, { linkExpiresAfter: '7 days' }, [
			{ messageType: 'file', binaryData: true, binaryPropertyName: '={{ "menu" }}' },
			{ messageType: 'image', url: '=https://files.example.com/{{ $json.text }}.png' },
			{ messageType: 'quickReply', title: 'A table?', replies: { reply: [{ text: 'Yes' }] } },
		]);

		const success = { status: 'Success', message: 'Message Sent' };
		const sent = channel.service.messages.map(({ item }) => item);
		expect(status).toBe('success');
		expect(sent).toMatchObject([
			{ type: 'text', text: 'A 1' },
			{ type: 'file', url: expect.stringContaining('/rest/binary-data/signed?token=') as string },
			{ type: 'image', url: 'https://files.example.com/A.png' },
			{ type: 'quick_reply', title: 'A table?', replies: ['Yes'] },
		]);
		expect(items.map(({ json }) => json)).toEqual([
			{ ...success, messages: sent.map((content) => ({ ...success, content })), contactId: 'A' },
		]);
	});

	it('counts messages and contacts, even for items that failed halfway', async () => {
		stopClock();
		channel.service.faults.add({ match: { contactId: 'B', nth: 3 }, fault: rejection });

		const settings = { onError: 'continueRegularOutput' } as const;
		const { hints } = await sendTo(['A', 'C', 'B'], settings);

		expect(hints.map(({ message }) => message)).toEqual([
			'Sent 8 messages to 3 contacts, failed 1',
		]);
	});

	it("doesn't make the next contact wait for the whole list", async () => {
		await sendTo(['A', 'B']);

		expect(channel.texts.indexOf('B 1')).toBeLessThan(channel.texts.indexOf('A 3'));
	});

	const [oneSent, twoSent] = ['1 was sent', '2 were sent'] as const;
	const ofThree = (sent: string) => `. Of the item's 3 messages, ${sent}`;

	it.each([
		[1, 'none was sent.', 'notDone', ''],
		[2, `${oneSent}. Running the item again resends it, unless`, 'unknown', ofThree(oneSent)],
		[3, `${twoSent}. Running the item again resends them, unless`, 'unknown', ofThree(twoSent)],
	])(
		'reports the messages that were sent before message %d was rejected',
		async (nth, sent, outcome, part) => {
			channel.service.faults.add({ match: { contactId: 'A', nth }, fault: rejection });

			const { items } = await sendTo(['A', 'B'], { onError: 'continueRegularOutput' });

			expect(channel.texts.filter((each) => each.startsWith('A'))).toHaveLength(nth - 1);
			expect(channel.texts.filter((each) => each.startsWith('B'))).toEqual(['B 1', 'B 2', 'B 3']);
			expect(items[0]?.json).toMatchObject({
				error: {
					message: `Not today${part} [item 0]`,
					description: expect.stringContaining(`Of the item's 3 messages, ${sent}`) as string,
					outcome,
					reason: 'rejected',
				},
			});
		},
	);

	it('makes a stopped workflow report the item as possibly sent', async () => {
		channel.service.faults.add({ match: { contactId: 'A', nth: 3 }, fault: rejection });

		const { error } = await sendTo(['A', 'A']);

		expect(error?.description).toContain("Of the item's 3 messages, 2 were sent.");
		expect(error?.description).toContain('Possibly sent: item 0.');
	});

	it('Test Without Sending lists all messages and warns of empty expressions', async () => {
		const id = channel.service.contacts.create([]);
		const { items, hints } = await sendTo([id], {}, { checkWithoutSending: true }, [
			text('=Hi {{ $json.nmae }}'),
		]);

		expect(items[0]?.json).toMatchObject({
			status: 'ready',
			messages: [{ content: { text: `${id} 1` } }, { content: { type: 'text', text: 'Hi ' } }],
			contactId: id,
		});
		expect(hints.map(({ message }) => message).join()).toContain('{{ $json.nmae }} in item 0');
		expect(channel.service.messages).toEqual([]);
	});

	it.each<[message: string, INodeParameters]>([
		["'Text' of message 2 in 'Further Messages' is empty", text('={{ $json.missing }}')],
		[
			"'URL' of message 2 in 'Further Messages' is not a web address",
			{ messageType: 'image', url: '={{ "menu" }}' },
		],
		[
			"'menu.pdf' in 'Input Data Field Name' of message 2 in 'Further Messages' is application/pdf, not an image",
			{ messageType: 'image', binaryData: true, binaryPropertyName: 'menu' },
		],
		[
			"'Text' of message 2 in 'Further Messages' is fixed text, but contains an expression: 'Hi {{ $json.text }}'",
			text('Hi {{ $json.text }}'),
		],
	])('rejects an invalid message before anything is sent: %s', async (message, invalid) => {
		const { error } = await sendTo(['A'], {}, {}, [text('Hi'), invalid]);

		expect(error?.message).toBe(`${message} [item 0]`);
		expect(channel.service.requests).toEqual([]);
	});

	it.each([
		[-1, "'-1'"],
		[60.5, "'60.5'"],
		['soon', "'soon'"],
		['={{ $json.missing }}', 'empty'],
	])('rejects the delay %s before anything is sent', async (delayBefore, shown) => {
		const { error } = await sendTo(['A'], {}, {}, [text('Hi'), { ...text('Hi'), delayBefore }]);

		expect(error?.message).toBe(
			`'Delay Before (Seconds)' of message 2 in 'Further Messages' is ${shown}, which is not between 0 and 60 [item 0]`,
		);
		expect(channel.service.requests).toEqual([]);
	});

	it('a delay in a failed item counts for that item only (Continue)', async () => {
		const delayed = {
			...text('={{ $json.text }} 2'),
			delayBefore: "={{ $json.text === 'A' ? 61 : 0 }}",
		};

		const { items } = await sendTo(['A', 'B'], { onError: 'continueRegularOutput' }, {}, [delayed]);

		expect(items.map(({ json }) => Object.keys(json))).toMatchObject([['error'], { 0: 'status' }]);
		expect(channel.texts).toEqual(['B 1', 'B 2']);
	});

	it('a stopped execution ends during a delay, and its other messages are not sent', async () => {
		const cancel = new AbortController();
		const running = channel.runNode({
			parameters: send({
				...text('1'),
				options: { furtherMessages: { message: [{ ...text('2'), delayBefore: 60 }] } },
			}),
			items: [{ contactId: 'A' }],
			cancel: cancel.signal,
		});
		await waitFor('the first message', () => channel.texts.length === 1);

		cancel.abort();
		await running;

		expect(channel.texts).toEqual(['1']);
	});

	it.each<[title: string, INodeParameters, reason: string, change: (id: string) => void]>([
		[
			'opts out',
			{ skipIfTagged: 'opted-out' },
			'contactTagged',
			(id) => {
				channel.service.contacts.addTags(id, ['opted-out']);
			},
		],
		[
			'is deleted',
			{ ifContactNotFound: 'skip' },
			'contactNotFound',
			(id) => {
				channel.service.faults.add({ match: { contactId: id }, fault: notFound });
			},
		],
	])(
		"skips the remaining messages of a contact who %s and sends the others' messages",
		async (_title, options, reason, change) => {
			const skipped = { status: 'skipped', reason };
			const [first, second] = [1, 2].map(() => channel.service.contacts.create([]));
			const now = jest.spyOn(systemClock, 'now');
			let passedMs = 0;
			now.mockImplementation(() => performance.now() + passedMs);
			const running = channel.runNode({
				parameters: send({
					...text('={{ $json.text }} 1'),
					options: {
						...options,
						furtherMessages: {
							message: [{ ...text('={{ $json.text }} 2'), delayBefore: 1 }],
						},
					},
				}),
				items: [first, second].map((contactId = '', index) => ({ contactId, text: String(index) })),
				settings: retryOnFail,
			});
			await waitFor('the first messages', () => channel.texts.length === 2);

			change(first ?? '');
			passedMs = 110_000;
			const { items, hints, status } = await running;

			expect(status).toBe('success');
			expect(channel.texts.sort()).toEqual(['0 1', '1 1', '1 2']);
			expect(items).toMatchObject([
				{
					json: {
						...skipped,
						contactId: first,
						messages: [{ status: 'Success', content: { text: '0 1' } }, skipped],
					},
				},
				{ json: { status: 'Success', messages: [{}, { content: { text: '1 2' } }] } },
			]);
			expect(hints[0]?.message).toMatch(/^Sent 3 messages to 2 contacts, skipped 1 /);
		},
	);

	it('reports a contact who loses the phone number between two items as not found', async () => {
		const [phone = '', otherPhone = ''] = ['+442079460001', '+442079460002'];
		const [id] = [phone, otherPhone].map((value) =>
			channel.service.contacts.create([{ name: 'phone', value }]),
		);
		let passedMs = 0;
		jest.spyOn(systemClock, 'now').mockImplementation(() => performance.now() + passedMs);
		// The search for the second item ends after the first item's second search.
		const { findContact } = finding;
		let release: () => void = () => undefined;
		const isReleased = new Promise<void>((resolve) => {
			release = resolve;
		});
		let searches = 0;
		jest.spyOn(finding, 'findContact').mockImplementation(async (session, reference) => {
			if (reference.value === otherPhone) await isReleased;
			else searches += 1;
			const found = await findContact(session, reference);
			if (searches === 2) release();
			return found;
		});
		const running = channel.runNode({
			parameters: send({
				...text('={{ $json.text }} 1'),
				contactId: contact('={{ $json.phone }}', 'phone'),
				options: {
					furtherMessages: { message: [{ ...text('={{ $json.text }} 2'), delayBefore: 1 }] },
				},
			}),
			items: [phone, otherPhone, phone].map((each, index) => ({
				phone: each,
				text: String(index),
			})),
			settings: { onError: 'continueRegularOutput' },
		});
		await waitFor('the first message', () => channel.texts.length === 1);

		channel.service.contacts.update(id ?? '', [{ name: 'phone', value: '+442079460003' }]);
		passedMs = 110_000;
		const { items } = await running;

		expect(channel.texts).toEqual(['0 1', '1 1', '1 2']);
		expect(items.map(({ json }) => json)).toMatchObject([
			{ error: { reason: 'contactNotFound', outcome: 'unknown' } },
			{ status: 'Success' },
			{ error: { reason: 'contactNotFound', outcome: 'notDone' } },
		]);
	});

	it('skips messages after the end of the sending hours and lists when they can be sent', async () => {
		const end = Date.UTC(2026, 5, 1, 18);
		let now = end - 1_000;
		jest.spyOn(Date, 'now').mockImplementation(() => now);
		const sendingHours = { hours: { from: '09:00', until: '20:00', timezone: 'Europe/Madrid' } };
		const running = sendTo(['A'], {}, { sendingHours }, [{ ...text('2'), delayBefore: 1 }]);
		await waitFor('the first message', () => channel.texts.length === 1);

		now = end;
		const { items, status } = await running;

		const skipped = {
			...{ status: 'skipped', reason: 'outsideHours', sendAt: '2026-06-02T09:00:00+02:00' },
		};
		expect(status).toBe('success');
		expect(channel.texts).toEqual(['A 1']);
		expect(items).toMatchObject([
			{ json: { status: 'skipped', messages: [{ status: 'Success' }, skipped] } },
		]);
		// An item that is sent again at this time would repeat its first message.
		expect(items[0]?.json).not.toHaveProperty('sendAt');
	});

	it('rejects an empty list before anything is sent', async () => {
		const { error } = await sendTo(['A'], {}, { furtherMessages: '={{ ({ message: [] }) }}' });

		expect(error?.message).toBe("'Further Messages' is empty [item 0]");
		expect(channel.service.requests).toEqual([]);
	});
});
