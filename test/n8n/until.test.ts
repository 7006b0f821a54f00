import { until } from './until';

test('asks until there is an answer', async () => {
	let asked = 0;
	const answer = await until({ within: 1_000, waitingFor: 'the third' }, () => {
		asked += 1;
		return Promise.resolve(asked === 3 ? 'third' : undefined);
	});
	expect(answer).toBe('third');
});

test('gives up when time is over, and says what it waited for', async () => {
	const never = until({ within: 30, waitingFor: 'a miracle' }, () => Promise.resolve(undefined));
	await expect(never).rejects.toThrow('a miracle');
});

test('a failure to ask is not waited out', async () => {
	const fails = until({ within: 60_000, waitingFor: 'nothing' }, () =>
		Promise.reject(new Error('cannot ask')),
	);
	await expect(fails).rejects.toThrow('cannot ask');
});
