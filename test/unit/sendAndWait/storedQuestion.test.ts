import type { INode } from 'n8n-workflow';

import { loadQuestion } from '../../../nodes/ChannelMessaging/sendAndWait/storedQuestion';
import { approval } from './testQuestions';

/** Returns the loaded question if n8n has stored a value. */
const load = (evaluateExpression: () => never) =>
	loadQuestion({ getNode: () => ({ name: 'Ask' }) as INode, evaluateExpression });

it('loadQuestion adds all texts to a question that was stored without them', () => {
	const stored = JSON.stringify({ ...approval, texts: undefined });
	expect(load(() => stored as never)).toEqual(approval);
});

it('loadQuestion returns undefined if the expression throws', () => {
	const evaluateExpression = () => {
		throw new Error('No execution data');
	};
	expect(load(evaluateExpression)).toBeUndefined();
});

it.each([undefined, 7, '7', '{', '{}', 'null'])(
	'loadQuestion returns undefined for the stored value %j',
	(stored) => {
		expect(load(() => stored as never)).toBeUndefined();
	},
);
