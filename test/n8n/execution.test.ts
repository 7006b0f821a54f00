import { stringify } from 'flatted';
import { hasData, hasEnded, lastRun, outputOf, readExecution } from './execution';

const summary = {
	id: '7',
	workflowId: 'w',
	status: 'success',
	mode: 'manual',
	startedAt: '2026-01-01T00:00:00.000Z',
	stoppedAt: '2026-01-01T00:00:01.000Z',
};

function stored(resultData: unknown, status = 'success'): unknown {
	return { ...summary, status, data: stringify({ version: 1, resultData }) };
}

const run = { startTime: 1, executionTime: 2, executionStatus: 'success' };

test('items keep their pairing, by output and by run', () => {
	const json = { id: 'cus_1' };
	const execution = readExecution(
		stored({
			lastNodeExecuted: 'Send',
			runData: {
				Send: [
					{ ...run, data: { main: [[]] } },
					{ ...run, data: { main: [[{ json, pairedItem: { item: 3 } }], null] } },
				],
			},
		}),
	);
	expect(outputOf(execution, 'Send')).toEqual([{ json, pairedItem: { item: 3 } }]);
	expect(outputOf(execution, 'Send', 1)).toEqual([]);
	expect(execution.runs['Send']).toHaveLength(2);
	expect(execution.lastNode).toBe('Send');
});

test('values that n8n stores once although they occur twice come out twice', () => {
	const shared = { name: 'Ana' };
	const main = [[{ json: { first: shared, second: shared } }]];
	const execution = readExecution(stored({ runData: { Send: [{ ...run, data: { main } }] } }));
	expect(outputOf(execution, 'Send')[0]?.json).toEqual({ first: shared, second: shared });
});

test('an error keeps its message and its description, and hints are kept', () => {
	const error = { message: 'Refused [item 2]', description: 'Ask for less', httpCode: '403' };
	const hints = [{ message: 'Slowed down' }];
	const execution = readExecution(
		stored(
			{ error, runData: { Send: [{ ...run, executionStatus: 'error', error, hints }] } },
			'error',
		),
	);
	expect(execution.error).toMatchObject(error);
	expect(lastRun(execution, 'Send')).toMatchObject({ status: 'error', error, hints, outputs: [] });
});

test('a node that did not run is named, with the reason', () => {
	const execution = readExecution(stored({ error: { message: 'Broken before' } }, 'error'));
	expect(() => outputOf(execution, 'Send')).toThrow(/"Send" did not run.*Broken before/);
});

test.each([
	['success', true],
	['error', true],
	['canceled', true],
	['crashed', true],
	['new', false],
	['running', false],
	['waiting', false],
])('%s: ended %s', (status, ended) => {
	expect(hasEnded({ status })).toBe(ended);
});

test('an execution that has ended may have no data yet', () => {
	expect(hasData(stored({ runData: {} }))).toBe(true);
	expect(hasData({ ...summary, data: '[]' })).toBe(false);
});
