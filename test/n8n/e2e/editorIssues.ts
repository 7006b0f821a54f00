import type { INodeParameters } from 'n8n-workflow';
import { N8nHttpError } from '../../support/n8n';
import { contact, contactOperation, onContact, send } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { workflowOf } from '../../support/fixtures/nodeWorkflow';

const rows = (count: number, row: INodeParameters) => Array.from({ length: count }, () => row);

/** Some releases of n8n don't begin such an execution, others end it before any node has run. */
async function toApiError(parameters: INodeParameters): Promise<string> {
	try {
		const { error } = await testEnvironment().client.runWorkflow(workflowOf({ parameters }));
		return error?.message ?? '';
	} catch (refusal) {
		if (refusal instanceof N8nHttpError) return refusal.message;
		throw refusal;
	}
}

/** What the editor shows in red, n8n does not run. */
export function editorIssues(): void {
	const text = { messageType: 'text', text: 'Hi' };

	test.each([
		['a missing contact', send({ ...text, contactId: contact('') })],
		[
			'an eleventh reply',
			send({
				messageType: 'quickReply',
				title: 'Which?',
				replies: { reply: rows(11, { text: 'Yes' }) },
			}),
		],
		[
			'a 31st custom field',
			contactOperation('create', { customFields: { field: rows(31, { name: 'a', value: '' }) } }),
		],
		['an eleventh tag', onContact('addTags', { tags: { tag: rows(11, { name: 'vip' }) } })],
	])('%s', async (_, parameters) => {
		expect(await toApiError(parameters)).toContain('has issues');
		expect(testEnvironment().service.requests).toEqual([]);
	});
}
