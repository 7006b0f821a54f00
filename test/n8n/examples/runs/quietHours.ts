import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { outputOf, waitFor, type Workflow } from '../../../support/n8n';
import { importExample, received, setField } from '../importedExample';

/** Returns a time zone in which it is now this hour. */
function zoneAtHour(hour: number): string {
	const difference = (hour - new Date().getUTCHours() + 24) % 24;
	const offset = difference > 12 ? difference - 24 : difference;
	// The sign in these names is the opposite of the offset's sign.
	return `Etc/GMT${offset > 0 ? '-' : '+'}${String(Math.abs(offset))}`;
}

/** Returns the date and time in a time zone, in the format 2026-01-31 09:00:00. */
function localTime(time: Date, timeZone: string): string {
	return time.toLocaleString('sv-SE', { timeZone });
}

/** Contacts get the message immediately, or at the end of the night in their own time zone. */
export async function quietHours(): Promise<void> {
	const { client, service } = testEnvironment();
	// These hours stay within the day or the night even if the hour changes during the test.
	const [night, day, evening] = [zoneAtHour(3), zoneAtHour(12), zoneAtHour(22)];
	const phones = [evening, night, night, 'Spain/Galicia', day].map((timezone, index) => {
		const phone = service.contacts.all()[index]?.custom_fields['phone'] ?? '';
		setField(phone, 'locale', 'es_ES');
		setField(phone, 'timezone', timezone);
		return phone;
	});
	// The workflow's time zone applies to contacts without a valid one.
	const workflow = await importExample('quiet-hours', { settings: { timezone: day } });

	const executionId = await client.startWorkflow(workflow);

	// n8n stores waiting executions.
	const waitTill = await waitFor(
		'the execution to wait',
		async () => (await client.getExecution(executionId)).waitTill ?? undefined,
	);
	const recipients = received().map(({ to }) => to);
	expect(recipients).toEqual(expect.arrayContaining(phones.slice(3)));
	for (const phone of phones.slice(0, 3)) expect(recipients).not.toContain(phone);
	// The other contact's morning comes later.
	const today = localTime(new Date(), night).slice(0, 10);
	expect(localTime(waitTill, night)).toBe(`${today} 09:00:00`);
	await client.stopExecution(executionId);

	const wrongTime = await importExample('quiet-hours', {
		change: (imported) =>
			JSON.parse(JSON.stringify(imported).replace('"21:00"', '"9 pm"')) as Workflow,
	});
	const sentBefore = received().length;
	const { error } = await client.runWorkflow(wrongTime);
	expect(error?.message).toContain('not a valid date');
	expect(received()).toHaveLength(sentBefore);

	// No contact is in quiet hours.
	for (const phone of phones) setField(phone, 'timezone', day);
	const [optedOut, rejected, ...others] = service.contacts
		.findByField('locale', 'es_ES')
		.filter(({ custom_fields: { phone } }) => !recipients.includes(phone));
	service.contacts.addTags(optedOut?.id ?? '', ['opted-out']);
	service.faults.add({
		match: { contactId: rejected?.id ?? '' },
		fault: { kind: 'status', status: 403 },
	});
	const before = received().length;
	const execution = await client.runWorkflow(workflow);
	expect(received(before).map(({ to }) => to)).toEqual(
		others.map(({ custom_fields: { phone } }) => phone).sort(),
	);
	expect(outputOf(execution, 'Keep contacts not reached').map(({ json }) => json)).toEqual([
		{
			contactId: rejected?.id,
			firstName: rejected?.custom_fields['firstName'],
			reason: expect.stringContaining('Forbidden') as string,
		},
	]);
}
