import { z } from 'zod';
import { waitFor } from '../../../support/n8n';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { contacts, importExample, received } from '../importedExample';

const secondMs = 1_000;
const hourMs = 3_600 * secondMs;
const dayMs = 24 * hourMs;

const waitingSchema = z.object({ waitTill: z.coerce.date().nullish() });

/** Returns a time zone in which it is the given hour, and its offset from UTC. */
function zoneAtHour(hour: number): { readonly timeZone: string; readonly offsetMs: number } {
	const difference = (hour - new Date().getUTCHours() + 24) % 24;
	const offset = difference > 12 ? difference - 24 : difference;
	// The sign in these names is the opposite of the offset's sign.
	const timeZone = `Etc/GMT${offset > 0 ? '-' : '+'}${String(Math.abs(offset))}`;
	return { timeZone, offsetMs: offset * hourMs };
}

/** Each contact gets the message after the quiet hours of the contact's time zone. */
export async function quietHours(): Promise<void> {
	const { client, service } = testEnvironment();
	const [early, noon, late] = [zoneAtHour(8), zoneAtHour(12), zoneAtHour(22)] as const;
	const endOfQuietMs = Math.ceil(Date.now() / secondMs) * secondMs + 15 * secondMs;
	const quietUntil = new Date(endOfQuietMs + early.offsetMs).toISOString().slice(11, 19);
	const [inEarly, inLate, withoutZone, inNoon] = contacts().all();
	for (const [contact, timezone] of [
		[inEarly, early.timeZone],
		[inLate, late.timeZone],
		[withoutZone, 'Spain/Galicia'],
		[inNoon, noon.timeZone],
	] as const) {
		const fields = { locale: 'es_ES', timezone };
		contacts().update(
			contact?.id ?? '',
			Object.entries(fields).map(([name, value]) => ({ name, value })),
		);
	}
	const workflow = await importExample('quiet-hours', {
		// The workflow's time zone applies to contacts without a valid one.
		settings: { timezone: noon.timeZone },
		change: (node) =>
			node.name === 'Set quiet hours'
				? (JSON.parse(JSON.stringify(node).replace('09:00', quietUntil)) as typeof node)
				: node,
	});

	const executionId = await client.startWorkflow(workflow);

	// n8n stores waiting executions.
	const waitTill = await waitFor(
		'the execution to wait for the last contact',
		async () =>
			waitingSchema.parse(await client.getExecutionData(executionId)).waitTill ?? undefined,
	);
	// The contact in the early zone, whose morning comes first, has the message already.
	const sentTo = received().map(({ contactId }) => contactId);
	expect(sentTo.at(-1)).toBe(inEarly?.id);
	expect(sentTo.slice(0, -1)).toEqual(expect.arrayContaining([inNoon?.id, withoutZone?.id]));
	expect(sentTo).not.toContain(inLate?.id);
	expect(service.messages.at(-1)?.at).toBeGreaterThanOrEqual(endOfQuietMs);
	// The same time of day in the other zone.
	const endOfQuietInLateMs = endOfQuietMs + early.offsetMs - late.offsetMs;
	expect((waitTill.getTime() - endOfQuietInLateMs) % dayMs).toBe(0);
	expect(waitTill.getTime()).toBeGreaterThan(Date.now());
	expect(waitTill.getTime()).toBeLessThan(Date.now() + dayMs);
	await client.stopExecution(executionId);
}
