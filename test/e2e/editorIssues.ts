import type { INodeParameters } from 'n8n-workflow';
import { editorIssues as issuesOf, N8nRefusal } from '../n8n';
import { contact, contactOperation, onContact, send } from './fixture/parameters';
import { servedNode } from './fixture/servedNode';
import { theRunning } from './fixture/running';
import { workflowOf } from './fixture/workflow';

const replies = (count: number): INodeParameters =>
	send({
		messageType: 'quickReply',
		title: 'Which?',
		replies: { reply: Array.from({ length: count }, (_, row) => ({ text: String(row) })) },
	});
const customFields = (count: number): INodeParameters =>
	contactOperation('create', {
		customFields: {
			field: Array.from({ length: count }, (_, row) => ({ name: `f${String(row)}`, value: '' })),
		},
	});
const tags = (count: number): INodeParameters =>
	onContact('addTags', {
		tags: { tag: Array.from({ length: count }, (_, row) => ({ name: String(row) })) },
	});
const toContact = (contactId: string): INodeParameters =>
	send({ contactId: contact(contactId), messageType: 'text', text: 'Hi' });

/** What the editor shows in red before anything runs, and that n8n then runs nothing. */
export function editorIssues(): void {
	test.each([
		['an eleventh reply', replies(11), replies(10), 'replies', /10/],
		['a 31st custom field', customFields(31), customFields(30), 'customFields', /30/],
		['an eleventh tag', tags(11), tags(10), 'tags', /10/],
		['a missing contact', toContact(''), toContact('7'), 'contactId', /required/],
	])('%s', async (...given) => {
		const [, bad, good, parameter, words] = given;
		const nodeType = await servedNode();
		const { client, service } = theRunning();

		expect(issuesOf(nodeType, good)).toEqual({});
		const issues = issuesOf(nodeType, bad);
		expect(Object.keys(issues)).toEqual([parameter]);
		expect(issues[parameter]?.join()).toMatch(words);

		const refused = client.startWorkflow(workflowOf({ parameters: bad }));
		await expect(refused).rejects.toThrow(N8nRefusal);
		await expect(refused).rejects.toThrow('The workflow has issues');
		expect(service.calls).toEqual([]);
	});
}
