import { onContact, sendText } from '../../support/running/parameters';
import { theRunning } from '../../support/running/running';
import { channelMessaging, workflowOf } from '../../support/running/workflow';
import { N8nRefusal } from '../../support/n8n';
import { until } from '../../support/n8n/until';

const contactCallsPerMinute = 100;

/** The editor's list of contacts beside a workflow that uses the limit up. */
export function contactList(): void {
	test('says that the limit is used up while 150 contact calls wait', async () => {
		const { client, service } = theRunning();
		const [contact] = service.contacts.all();
		const waiting = 150;
		const items = Array.from({ length: contactCallsPerMinute + waiting }, () => ({
			contactId: contact?.id,
		}));
		const id = await client.startWorkflow(workflowOf({ parameters: onContact('get'), items }));
		await until({ within: 90_000, waitingFor: 'the limit to be used up' }, () =>
			Promise.resolve(service.calls.length >= contactCallsPerMinute ? true : undefined),
		);

		const from = performance.now();
		const answer = await client
			.searchList({
				node: channelMessaging(sendText()),
				parameter: 'contactId',
				method: 'searchContacts',
				filter: contact?.custom_fields['phone'] ?? '',
			})
			.catch((error: unknown) => error);
		const seconds = ((performance.now() - from) / 1_000).toFixed(1);
		await client.stopExecution(id);

		process.stderr.write(`The list of contacts was answered after ${seconds} s\n`);
		expect(answer).toBeInstanceOf(N8nRefusal);
		expect(String(answer)).toMatch(
			/The limit of 100 contact calls a minute is used up\. Try again in \d+ s\./,
		);
	});
}
