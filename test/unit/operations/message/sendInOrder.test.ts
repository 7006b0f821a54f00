import type { ChannelRequest } from '../../../../nodes/ChannelMessaging/client/channelRequest';
import { sendInOrder } from '../../../../nodes/ChannelMessaging/operations/message/sendInOrder';

const text = (value: string, delayMs: number) => ({
	content: { type: 'text', text: value } as const,
	forceCancelSurvey: false,
	delayMs,
});

it.each<[title: string, skipped: boolean, delays: Array<number | undefined>]>([
	['waits before a message', false, [undefined, 5_000]],
	['does not wait after a message that was skipped', true, [undefined, undefined]],
])('sendInOrder %s', async (_title, skipped, delays) => {
	const requested: Array<Pick<ChannelRequest, 'delayMs' | 'position'> | undefined> = [];
	const channel = {
		sendMessage: async (
			_contactId: string,
			_message: unknown,
			further?: Pick<ChannelRequest, 'delayMs' | 'position'>,
		) => {
			requested.push(further);
			const status = skipped ? 'skipped' : 'Success';
			return await Promise.resolve({ documented: { status }, skipped });
		},
	};

	await sendInOrder(channel as never, '7', [text('1', 0), text('2', 5_000)]);

	expect(requested.map((further) => further?.delayMs)).toEqual(delays);
});
