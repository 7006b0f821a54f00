import type { INodeTypeDescription } from 'n8n-workflow';
import { editorIssues, readNodeTypes } from './nodeType';

const nodeType: INodeTypeDescription = {
	name: 'send',
	displayName: 'Send',
	description: 'Sends',
	group: [],
	version: [1, 2],
	defaults: { name: 'Send' },
	inputs: [],
	outputs: [],
	properties: [
		{ displayName: 'Text', name: 'text', type: 'string', default: '', required: true },
		{ displayName: 'Title', name: 'title', type: 'string', default: 'Hello', required: true },
	],
};

test('what is required and missing is shown, what has a default is not', () => {
	expect(editorIssues(nodeType, {})).toEqual({ text: ['Parameter "Text" is required.'] });
});

test('a node that is filled in has no issues', () => {
	expect(editorIssues(nodeType, { text: 'Hi' })).toEqual({});
});

test('something else than descriptions is refused', () => {
	expect(() => readNodeTypes([{ name: 'x' }])).toThrow('something else');
	expect(readNodeTypes([nodeType])).toEqual([nodeType]);
});
