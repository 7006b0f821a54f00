import { type INode, Workflow } from 'n8n-workflow';

import { storeQuestion, loadQuestion } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { anApproval } from './aQuestion';

describe('a question that n8n keeps with the execution', () => {
	const nodeNamed = (name: string) => ({ getNode: (): INode => ({ ...node, name }) });
	const node = {
		id: '1',
		name: '',
		type: 'channelMessaging',
		typeVersion: 1,
		position: [0, 0] as [number, number],
		parameters: {},
	};

	/** What an expression finds among what is kept, in n8n's own language of expressions. */
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
		'is found under the name of its node: %s',
		(name) => {
			const context = {};
			storeQuestion({ getContext: () => context }, anApproval);
			const evaluateExpression = evaluatorOf(name, context);
			expect(loadQuestion({ ...nodeNamed(name), evaluateExpression })).toEqual(anApproval);
		},
	);

	it('is none where n8n cannot evaluate the expression: whatever is thrown lets workflows go on', () => {
		const evaluateExpression = () => {
			throw new Error('No execution data');
		};
		expect(loadQuestion({ ...nodeNamed('Ask'), evaluateExpression })).toBeUndefined();
	});

	it.each([undefined, 7, '7', '{', '{}', 'null'])('is none where n8n keeps %j', (kept) => {
		const question = loadQuestion({ ...nodeNamed('Ask'), evaluateExpression: () => kept as never });
		expect(question).toBeUndefined();
	});
});
