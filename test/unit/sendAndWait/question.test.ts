import { type INode, Workflow } from 'n8n-workflow';

import {
	type LinkTo,
	loadQuestion,
	questionText,
	storeQuestion,
} from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { approval, approvalWithSingleLink, textQuestion } from './testQuestions';

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

it.each(['Channel Messaging', `"Ask" {{ 'x' }} \\ $json`, '}}', 'Ä🙂'])(
	'loadQuestion returns the stored question of a node called %s',
	(name) => {
		const context = {};
		storeQuestion({ getContext: () => context }, approval);
		const evaluateExpression = evaluatorOf(name, context);
		expect(loadQuestion({ ...nodeNamed(name), evaluateExpression })).toEqual(approval);
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

const limit = undefined;
const linkTo: LinkTo = (query) => `https://n8n.example.com/${JSON.stringify(query)}`;

it('questionText contains a link for each choice', () => {
	expect(questionText({ ...approval, limit }, linkTo)).toBe(
		[
			'Shall we?',
			'Yes: https://n8n.example.com/{"a":"1"}',
			'No: https://n8n.example.com/{"a":"0"}',
		].join('\n\n'),
	);
});

it.each([
	['an approval with a single link', approvalWithSingleLink],
	['a form', textQuestion],
])('questionText contains a single link for %s', (_, question) => {
	expect(questionText({ ...question, limit }, linkTo)).toBe(
		'Shall we?\n\nRespond: https://n8n.example.com/{}',
	);
});
