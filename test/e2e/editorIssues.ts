import type { INodeParameters } from 'n8n-workflow';
import { editorIssues as issuesOf, type N8nClient, N8nRefusal } from '../n8n';
import { contact, contactOperation, onContact, send } from '../running/parameters';
import { servedNode } from './fixture/servedNode';
import { theRunning } from '../running/running';
import { workflowOf } from '../running/workflow';

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
const split = { options: { splitIntoSeveralCalls: true } };
const updated = (count: number, changes: INodeParameters = {}): INodeParameters => ({
	...customFields(count),
	...onContact('update'),
	...changes,
});
const replyList = (list: string): INodeParameters => ({
	...replies(11),
	specifyReplies: 'list',
	replyList: list,
});
const tagList = (list: string): INodeParameters => ({
	...tags(11),
	specifyTags: 'list',
	tagList: list,
});
const toContact = (contactId: string): INodeParameters =>
	send({ contactId: contact(contactId), messageType: 'text', text: 'Hi' });

/** Some releases of n8n don't begin such an execution, others end it before any node has run. */
async function refusalOf(client: N8nClient, parameters: INodeParameters): Promise<string> {
	try {
		const { error } = await client.runWorkflow(workflowOf({ parameters }));
		return error?.message ?? '';
	} catch (refusal) {
		if (refusal instanceof N8nRefusal) return refusal.message;
		throw refusal;
	}
}

/** What the editor shows in red before anything runs, and that n8n then runs nothing. */
export function editorIssues(): void {
	test.each([
		['an eleventh reply', replies(11), replies(10), 'replies', /10/],
		['a 31st custom field', customFields(31), customFields(30), 'customFields', /30/],
		['an eleventh tag', tags(11), tags(10), 'tags', /10/],
		['a 31st custom field in one call', updated(31), updated(31, split), 'customFields', /30/],
		['an eleventh tag in one call', tags(11), { ...tags(11), ...split }, 'tags', /10/],
		['no custom field at all', updated(0, split), updated(1, split), 'customFields', /1/],
		['an empty list of tags', tagList(''), tagList('={{ $json.tags }}'), 'tagList', /required/],
		['an empty list of replies', replyList(''), replyList('Yes, No'), 'replyList', /required/],
		[
			'a 31st custom field, but not of a mode that is not chosen',
			updated(31),
			updated(31, { mappingMode: 'autoMapInputData' }),
			'customFields',
			/30/,
		],
		['a missing contact', toContact(''), toContact('7'), 'contactId', /required/],
	])('%s', async (...given) => {
		const [, bad, good, parameter, words] = given;
		const nodeType = await servedNode();
		const { client, service } = theRunning();

		expect(issuesOf(nodeType, good)).toEqual({});
		const issues = issuesOf(nodeType, bad);
		expect(Object.keys(issues)).toEqual([parameter]);
		expect(issues[parameter]?.join()).toMatch(words);

		expect(await refusalOf(client, bad)).toContain('has issues');
		expect(service.calls).toEqual([]);
	});
}
