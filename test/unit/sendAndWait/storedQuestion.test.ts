import { type INode, Workflow } from 'n8n-workflow';

import {
	loadQuestion,
	storeQuestion,
} from '../../../nodes/ChannelMessaging/sendAndWait/storedQuestion';
import { defaultTexts } from '../../../nodes/ChannelMessaging/sendAndWait/pageTexts';
import { approval } from './testQuestions';

const nodeNamed = (name: string) => ({ getNode: (): INode => ({ ...node, name }) });
const node = {
	id: '1',
	name: '',
	type: 'channelMessaging',
	typeVersion: 1,
	position: [0, 0] as [number, number],
	parameters: {},
};

/** Returns n8n's evaluation of expressions for a node with this name and context. */
function evaluatorOf(name: string, context: object) {
	const nodeTypes = {
		getByName: () => ({ description: {} }),
		getByNameAndVersion: () => ({ description: { properties: [] } }),
		getKnownTypes: () => ({}),
	};
	const workflow = new Workflow({
		nodes: [{ ...node, name }],
		connections: {},
		active: false,
		nodeTypes: nodeTypes as never,
	});
	return (expression: string) =>
		workflow.expression.resolveSimpleParameterValue(
			`=${expression}`,
			{},
			{
				resultData: { runData: {} },
				executionData: { contextData: { [`node:${name}`]: context } },
			} as never,
			0,
			0,
			name,
			[],
			'manual',
			{},
		);
}

it.each([
	'Channel Messaging',
	`"Ask" {{ 'x' }} \\ $json`,
	'}}',
	'Ä🙂',
	'line\u2028separator',
	'constructor',
	'a.constructor',
	'prototype',
	'binding',
])('loadQuestion returns the stored question of a node called %j', (name) => {
	const context = {};
	storeQuestion({ getContext: () => context }, approval);
	const evaluateExpression = evaluatorOf(name, context);
	expect(loadQuestion({ ...nodeNamed(name), evaluateExpression })).toEqual(approval);
});

it.each(Object.keys(defaultTexts))(
	'loadQuestion adds the text %s to a question that was stored without it',
	(name) => {
		const texts = { ...approval.texts, [name]: undefined };
		const evaluateExpression = () => JSON.stringify({ ...approval, texts });
		expect(loadQuestion({ ...nodeNamed('Ask'), evaluateExpression })).toEqual(approval);
	},
);

it('loadQuestion returns undefined if the expression throws', () => {
	const evaluateExpression = () => {
		throw new Error('No execution data');
	};
	expect(loadQuestion({ ...nodeNamed('Ask'), evaluateExpression })).toBeUndefined();
});

it.each([undefined, 7, '7', '{', '{}', 'null'])(
	'loadQuestion returns undefined for the stored value %j',
	(stored) => {
		const evaluateExpression = () => stored as never;
		expect(loadQuestion({ ...nodeNamed('Ask'), evaluateExpression })).toBeUndefined();
	},
);
