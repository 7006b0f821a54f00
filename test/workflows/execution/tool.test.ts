import { type IDataObject, NodeHelpers } from 'n8n-workflow';

import { ChannelMessaging } from '../../../nodes/ChannelMessaging/ChannelMessaging.node';
import * as output from '../../../nodes/ChannelMessaging/execution/itemOutput';
import {
	contact,
	contactOperation,
	messages,
	passOnReply,
	retryOnFail,
	sendAndWait,
	sendText,
} from '../../support/fixtures/parameters';
import { callAgentTool } from '../engine/callAgentTool';
import { useChannel } from '../engine/channel';
import type { NodeInput } from '../engine/runNode';

const channel = useChannel({ acceptUnknownContacts: true });

const callTool = async (input: Omit<NodeInput, 'credential'>) =>
	await channel.runNode({ isTool: true, ...input });

afterEach(() => {
	jest.restoreAllMocks();
});

describe('a tool call with an unknown outcome', () => {
	const lost = { kind: 'connectionLost', when: 'afterEffect' } as const;

	it('returns an instruction instead of failing, and Retry On Fail does not resend the message', async () => {
		channel.service.faults.add({ fault: lost });

		const { error, items } = await callTool({
			parameters: sendText(),
			items: messages(1),
			settings: retryOnFail,
		});

		expect(error).toBeUndefined();
		expect(items).toEqual([
			{
				json: {
					status: 'unknown',
					reason: 'connectionLost',
					message:
						"The message may have been sent. Don't send it again; tell the user. Cause: The connection to the service was lost.",
				},
				pairedItem: { item: 0 },
			},
		]);
		expect(channel.texts).toEqual(['Hi']);
	});

	it('reports the messages of a list that were sent', async () => {
		channel.service.faults.add({ match: { nth: 2 }, fault: lost });
		const furtherMessages = {
			message: ['2', '3'].map((text) => ({ messageType: 'text', text })),
		};

		const { items } = await callTool({
			parameters: sendText({ options: { furtherMessages } }),
			items: messages(1, '1'),
		});

		expect(items[0]?.json).toMatchObject({
			status: 'unknown',
			message: expect.stringMatching(
				/^Of the item's 3 messages, 1 was sent, and 1 may have been sent\. Don't send them again; tell the user\. Cause: /,
			) as string,
		});
		expect(channel.texts).toEqual(['1', '2']);
	});

	it('reports the contact whose tags were not added', async () => {
		channel.service.faults.add({
			match: { path: '/tags$' },
			fault: { kind: 'status', status: 403 },
		});

		const { items } = await callTool({
			parameters: contactOperation('create', {
				mappingMode: 'defineBelow',
				customFields: {
					field: [{ name: { __rl: true, mode: 'name', value: 'city' }, value: 'Lugo' }],
				},
				options: { tags: 'new' },
			}),
		});

		expect(items[0]?.json['message']).toMatch(
			/^The contact was created, but its tags were not added\. Add them with 'Add Tags' to the contact with the ID \w+\. Cause: /,
		);
	});

	it('tells the model that a repetition is safe if the operation is idempotent', async () => {
		channel.service.faults.add({ times: null, fault: lost });

		const { items } = await callTool({
			parameters: contactOperation('removeTags', {
				contactId: contact('1'),
				tags: { tag: [{ name: 'new' }] },
			}),
		});

		expect(items[0]?.json['message']).toMatch(
			/^The change may have been made\. Retrying is safe\. /,
		);
	});

	it('takes precedence over errors that would stop the execution', async () => {
		channel.service.faults.add({ match: { contactId: '0' }, fault: lost });
		channel.service.faults.add({
			match: { contactId: '1' },
			fault: { kind: 'status', status: 401, message: 'API Token is invalid' },
		});

		const { error, items } = await callTool({ parameters: sendText(), items: messages(2) });

		expect(error).toBeUndefined();
		expect(items).toMatchObject([
			{ json: { status: 'unknown' } },
			{ json: { error: { reason: 'tokenInvalid' } } },
		]);
	});

	it('includes an exception after the message was sent', async () => {
		jest.spyOn(output, 'outputOf').mockImplementation(() => {
			throw new Error('Out of memory');
		});

		const { items } = await callTool({ parameters: sendText(), items: messages(1) });

		expect(items[0]?.json).toMatchObject({ status: 'unknown', reason: 'unexpectedError' });
		expect(channel.texts).toEqual(['Hi']);
	});
});

describe("a tool's error", () => {
	it('contains the next step in its message and has no description', async () => {
		const refusal = { kind: 'status', status: 403, message: 'Contact not found.' } as const;
		channel.service.faults.add({ fault: refusal });

		const { items } = await callTool({
			parameters: sendText(),
			items: [{ contactId: 'Amara', text: 'Hi' }],
		});

		expect(items[0]?.json).toEqual({
			error: {
				message:
					"Contact not found: 'Amara'. Enter an ID, or a phone number with '+', or an email address.",
				outcome: 'notDone',
				reason: 'contactNotFound',
				httpCode: '403',
			},
		});
	});

	it('has a complete message if it stops the execution', async () => {
		const refusal = { kind: 'status', status: 401, message: 'API Token is invalid' } as const;
		channel.service.faults.add({ fault: refusal });

		const { error } = await callTool({ parameters: sendText(), items: messages(1) });

		expect(error?.message).toMatch(
			/^API Token is invalid\. Generate a token .*\. Nothing was sent\.$/,
		);
	});

	it('explains that a tool cannot wait for a person', async () => {
		const { error } = await callTool({ parameters: sendAndWait(), items: messages(1) });

		expect(error?.message).toMatch(
			/^'Send and Wait for Response' waits for a person, so it isn't available as an agent's tool\. Add the node as a human review step between the agent and its tool\./,
		);
		expect(offered('channelMessaging')).toEqual(['passOnReply', 'send', 'sendAndWait']);
		expect(offered('channelMessagingTool')).toEqual(['send']);
	});

	it("explains that a tool cannot answer questions, because it could approve its own agent's actions", async () => {
		const items = [{ contactId: '7', text: 'Yes' }];
		const { error } = await callTool({ parameters: passOnReply(), items });

		expect(error?.message).toMatch(/^'Pass On Reply' isn't available as an agent's tool/);
		expect(channel.service.requests).toEqual([]);
	});

	/** Returns the operations for messages that the editor offers in a node with this name. */
	function offered(name: string): unknown[] {
		const description = { ...new ChannelMessaging().description, name };
		const field = description.properties.find(
			(property) =>
				property.name === 'operation' &&
				property.displayOptions?.show?.['resource']?.includes('message'),
		);
		const options = (field?.options ?? []).filter((option) => 'value' in option);
		return options
			.filter((option) => NodeHelpers.displayParameter({}, option, null, description))
			.map(({ value }) => value);
	}
});

describe('identical messages from a tool', () => {
	const items = messages(1);

	/** Calls the tool for each input, one after another, and returns the first items. */
	async function results(...inputs: ReadonlyArray<Partial<NodeInput>>) {
		const jsons: IDataObject[] = [];
		for (const input of inputs) {
			const { error, items: returned } = await callTool({
				parameters: sendText(),
				items,
				...input,
			});
			expect(error).toBeUndefined();
			jsons.push(returned[0]?.json ?? {});
		}
		return jsons;
	}

	it('are skipped in the same execution, however the contact is written', async () => {
		const [first, second] = await results({}, { items: [{ contactId: 'cus_0', text: 'Hi' }] });

		expect(first).toMatchObject({ status: 'Success' });
		expect(second).toEqual({
			status: 'skipped',
			reason: 'identicalMessage',
			message: expect.stringMatching(
				/^Not sent: an identical message was already sent at 2\d{3}-.*Z; don't send it again\.$/,
			) as string,
			sentAt: expect.any(String) as string,
			contactId: 'cus_0',
		});
		expect(channel.texts).toEqual(['Hi']);
	});

	it.each(['sent', 'unknown'])(
		'are skipped if they only differ in spaces and invisible characters: %s',
		async (outcome) => {
			if (outcome === 'unknown') {
				channel.service.faults.add({ fault: { kind: 'connectionLost', when: 'afterEffect' } });
			}
			const texts = [
				'Hi Zoe\u0301',
				'Hi Zo\u00E9\n',
				' Hi  Zo\u00E9',
				'Hi\u00A0Zo\u00E9',
				'Hi Zo\u00E9\u200B',
			];

			const [, ...repeated] = await results(
				...texts.map((text) => ({ items: [{ contactId: '0', text }] })),
			);

			expect(repeated.map(({ reason }) => reason)).toEqual(
				texts.slice(1).map(() => 'identicalMessage'),
			);
			expect(channel.texts).toEqual(texts.slice(0, 1));
		},
	);

	it('are sent once if the calls are concurrent', async () => {
		const calls = await Promise.all([results({}), results({}), results({})]);

		const statuses = calls.flat().map(({ status }) => status);
		expect(statuses.sort()).toEqual(['Success', 'skipped', 'skipped']);
		expect(channel.texts).toEqual(['Hi']);
	});

	it('are sent in another execution, to another contact, and with the option Send Identical Messages', async () => {
		const allowed = sendText({ options: { sendEqualMessages: true } });
		await results(
			{},
			{ executionId: '2' },
			{ items: [{ contactId: '2', text: 'Hi' }] },
			{ parameters: allowed },
			{ items: [{ contactId: '0', text: 'Hi!' }] },
		);

		expect(channel.texts).toEqual(['Hi', 'Hi', 'Hi', 'Hi', 'Hi!']);
	});

	it('are skipped in every execution after an unknown outcome', async () => {
		channel.service.faults.add({ fault: { kind: 'connectionLost', when: 'afterEffect' } });

		const [first, second] = await results({}, { executionId: '2' });

		expect(first).toMatchObject({ status: 'unknown' });
		expect(second?.['message']).toMatch(
			/^Not sent: an identical message may have been sent at .*; don't send it again, and tell the user\.$/,
		);
		expect(channel.texts).toEqual(['Hi']);
	});

	it.each(['sent', 'unknown'])(
		"are skipped in all calls of n8n's own agents: %s",
		async (outcome) => {
			if (outcome === 'unknown') {
				channel.service.faults.add({ fault: { kind: 'connectionLost', when: 'afterEffect' } });
			}
			const input = { credential: channel.credential(), parameters: sendText(), items };
			await callAgentTool(input, 'call 1');
			const [repeated] = await callAgentTool(input, 'call 2');

			expect(repeated?.json).toMatchObject({ status: 'skipped' });
			expect(channel.texts).toEqual(['Hi']);
		},
	);

	it('are recognized one by one in Further Messages', async () => {
		const listOf = (...texts: string[]) => ({
			parameters: sendText({
				options: {
					furtherMessages: { message: texts.map((text) => ({ messageType: 'text', text })) },
				},
			}),
		});
		channel.service.faults.add({
			match: { nth: 3 },
			fault: { kind: 'connectionLost', when: 'afterEffect' },
		});

		const [first] = await results(listOf('Hi', 'A', 'B'));
		expect(first).toMatchObject({ status: 'unknown' });
		expect(channel.texts).toEqual(['Hi', 'Hi', 'A']);

		const [unsure, repeated, next] = await results(
			{ items: [{ contactId: '0', text: 'A' }], executionId: '2' },
			listOf('Hi', 'A', 'B'),
			{ items: [{ contactId: '0', text: 'B' }] },
		);
		expect(unsure).toMatchObject({ status: 'skipped' });
		expect(repeated).toMatchObject({
			status: 'skipped',
			messages: ['skipped', 'skipped', 'skipped', 'Success'].map((status) => ({ status })),
		});
		expect(next).toMatchObject({ status: 'skipped' });
		expect(channel.texts).toEqual(['Hi', 'Hi', 'A', 'B']);
	});

	it('are sent if the first one was rejected', async () => {
		channel.service.faults.add({ fault: { kind: 'status', status: 403, message: 'Blocked' } });

		const [first, second] = await results({}, {});

		expect(first).toMatchObject({ error: { reason: 'rejected' } });
		expect(second).toMatchObject({ status: 'Success' });
	});

	it('are sent by nodes that are not tools', async () => {
		await results({ isTool: false }, { isTool: false });

		expect(channel.texts).toEqual(['Hi', 'Hi']);
	});
});
