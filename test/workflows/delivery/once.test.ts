import type { INode } from 'n8n-workflow';

import type { Fault } from '../../support/service';
import { useChannel } from '../engine/channel';
import { contactOperation, sendText } from '../engine/parameters';
import { runNode } from '../engine/runNode';

const channel = useChannel({ acceptUnknownContacts: true });

const count = 20;
const items = Array.from({ length: count }, (_, index) => ({
	contactId: `contact ${String(index)}`,
	text: `Message ${String(index)}`,
}));

/** How often the service accepted each item's message. */
function accepted(): number[] {
	return items.map(
		({ contactId }) =>
			channel.service.messages.filter((message) => message.contactId === contactId).length,
	);
}

type OnError = NonNullable<INode['onError']>;
const modes: OnError[] = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'];
const everyWay = modes.flatMap((onError) =>
	[false, true].map((retryOnFail) => ({ onError, retryOnFail })),
);

async function run(
	fault: Fault,
	settings: { onError: OnError; retryOnFail: boolean },
	options = {},
) {
	// The first item, because only its failure makes n8n try again when it continues on errors.
	channel.service.faults.add({ match: { contactId: 'contact 0' }, fault });
	return await runNode({
		credential: channel.credential(),
		parameters: sendText({ options }),
		items,
		settings: { ...settings, maxTries: 3, waitBetweenTries: 1 },
	});
}

const isStop = ({ onError }: { onError: OnError }) => onError === 'stopWorkflow';

describe.each(everyWay)('with $onError and Retry On Fail $retryOnFail', (settings) => {
	describe.each<[string, Fault, number, string]>([
		[
			'a connection lost before the call took effect',
			{ kind: 'connectionLost', when: 'beforeEffect' },
			0,
			'The connection to the service was lost before it answered',
		],
		[
			'a connection lost after the call took effect',
			{ kind: 'connectionLost', when: 'afterEffect' },
			1,
			'The connection to the service was lost before it answered',
		],
		[
			'500 before the call took effect',
			{ kind: 'status', status: 500 },
			0,
			'The service answered 500, so it may or may not have done the call',
		],
		[
			'503 after the call took effect',
			{ kind: 'statusAfterEffect', status: 503 },
			1,
			'The service answered 503, so it may or may not have done the call',
		],
	])('%s', (_, fault, tookEffect, title) => {
		it('is reported as unsure and not sent again', async () => {
			const { error, items: output, errorItems } = await run(fault, settings);

			expect(accepted()[0]).toBe(tookEffect);
			expect(Math.max(...accepted())).toBeLessThanOrEqual(1);
			const told = isStop(settings)
				? { message: error?.message, outcome: 'unknown' }
				: [...output, ...errorItems].find(({ json }) => json.error !== undefined)?.json.error;
			expect(told).toMatchObject({ message: `${title} [item 0]`, outcome: 'unknown' });
			if (isStop(settings)) {
				expect(error?.description).toContain('Possibly sent: item 0.');
			} else {
				expect(accepted().slice(1)).toEqual(items.slice(1).map(() => 1));
			}
		});
	});

	it('429 is waited for, and every message is sent once', async () => {
		const headers = { 'retry-after': '0' };
		const { error, items: output } = await run({ kind: 'status', status: 429, headers }, settings);

		expect(error).toBeUndefined();
		expect(accepted()).toEqual(items.map(() => 1));
		expect(output).toHaveLength(count);
	});

	it('a refusal is tried again only where n8n tries again, and nothing else is', async () => {
		const { items: output } = await run({ kind: 'status', status: 403 }, settings);

		const isTriedAgain = settings.retryOnFail;
		expect(accepted()[0]).toBe(isTriedAgain ? 1 : 0);
		expect(Math.max(...accepted())).toBe(isTriedAgain || !isStop(settings) ? 1 : accepted()[1]);
		if (isTriedAgain) {
			expect(accepted()).toEqual(items.map(() => 1));
			expect(output).toHaveLength(count);
		}
	});
});

describe('with Resend When Unsure', () => {
	const settings = { onError: 'stopWorkflow' as const, retryOnFail: false };

	it('sends again what may have been sent', async () => {
		await run({ kind: 'connectionLost', when: 'beforeEffect' }, settings, {
			resendWhenUnsure: true,
		});
		expect(accepted()).toEqual(items.map(() => 1));
	});

	it('may send twice, as its description says', async () => {
		await run({ kind: 'connectionLost', when: 'afterEffect' }, settings, {
			resendWhenUnsure: true,
		});
		expect(accepted()).toEqual(items.map((_, index) => (index === 0 ? 2 : 1)));
	});
});

it('creates no contact a second time', async () => {
	channel.service.faults.add({
		match: { nth: 3 },
		fault: { kind: 'statusAfterEffect', status: 500 },
	});
	const before = channel.service.contacts.all().length;

	await runNode({
		credential: channel.credential(),
		parameters: contactOperation('create', {
			customFields: { field: [{ name: 'phone', value: '={{ $json.contactId }}' }] },
		}),
		items,
		settings: { onError: 'stopWorkflow', retryOnFail: true, maxTries: 5, waitBetweenTries: 1 },
	});

	const phones = channel.service.contacts
		.all()
		.slice(before)
		.map(({ custom_fields }) => custom_fields.phone);
	expect(new Set(phones).size).toBe(phones.length);
	expect(phones.length).toBeGreaterThanOrEqual(3);
});

it.each<[string, Fault]>([
	['a lost connection', { kind: 'connectionLost', when: 'afterEffect' }],
	['500', { kind: 'status', status: 500 }],
	['503', { kind: 'status', status: 503 }],
])('repeats reads, updates and tags after %s', async (_, fault) => {
	const contactId = channel.service.contacts.all()[0]?.id ?? '';
	const customFields = { field: [{ name: 'city', value: 'Vigo' }] };
	const tags = { tag: [{ name: 'new' }] };
	for (const parameters of [
		contactOperation('get', { contactId }),
		contactOperation('update', { contactId, customFields }),
		contactOperation('addTags', { contactId, tags }),
		contactOperation('removeTags', { contactId, tags }),
	]) {
		channel.service.faults.add({ fault });
		const { error } = await runNode({ credential: channel.credential(), parameters });
		expect(error).toBeUndefined();
	}
	expect(channel.service.calls).toHaveLength(8);
});
