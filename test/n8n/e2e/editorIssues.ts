import type { INodeParameters } from 'n8n-workflow';
import { N8nHttpError } from '../../support/n8n';
import { workflowOf } from '../../support/fixtures/nodeWorkflow';
import { contact, contactOperation, onContact, send } from '../../support/fixtures/parameters';
import { testEnvironment } from '../../support/fixtures/testEnvironment';

const rows = (count: number, row: INodeParameters) => Array.from({ length: count }, () => row);

/** Returns the message with which n8n rejects the request, or with which the execution ends. */
async function rejectionMessage(parameters: INodeParameters): Promise<string> {
	try {
		const { error } = await testEnvironment().client.runWorkflow(workflowOf({ parameters }));
		return error?.message ?? '';
	} catch (error) {
		if (error instanceof N8nHttpError) return error.message;
		throw error;
	}
}

/** Parameters that the editor marks as invalid. */
export function editorIssues(): void {
	const text = { messageType: 'text', text: 'Hi' };

	test.each([
		['no contact', send({ ...text, contactId: contact('') })],
		[
			'11 replies',
			send({
				messageType: 'quickReply',
				title: 'Which?',
				replies: { reply: rows(11, { text: 'Yes' }) },
			}),
		],
		[
			'31 custom fields',
			contactOperation('create', { customFields: { field: rows(31, { name: 'a', value: '' }) } }),
		],
		['11 tags', onContact('addTags', { tags: { tag: rows(11, { name: 'vip' }) } })],
	])('n8n does not execute a node with %s', async (_, parameters) => {
		expect(await rejectionMessage(parameters)).toContain('has issues');
		expect(testEnvironment().service.requests).toEqual([]);
	});
}
