import { seededRandomNumbers } from '../service/randomness';
import { drawFate, fates, faultRules } from './fate';

const drawn = (seed: number, count: number) => {
	const random = seededRandomNumbers(seed);
	return Array.from({ length: count }, () => drawFate(random));
};

describe('the fates of messages', () => {
	it('are the same for the same seed, and others for another', () => {
		expect(drawn(7, 1_000)).toEqual(drawn(7, 1_000));
		expect(drawn(7, 1_000)).not.toEqual(drawn(8, 1_000));
	});

	it('go wrong for a fifth of them', () => {
		const percent = Object.values(fates).reduce((sum, fate) => sum + fate.percent, 0);
		expect(percent).toBeCloseTo(20, 10);
		const wrong = drawn(1, 50_000).filter((fate) => fate !== 'served');
		expect(wrong.length / 50_000).toBeCloseTo(0.2, 2);
	});

	it('have each a rule of the service, which meets no other fate', () => {
		const names = Object.keys(fates);
		const paths = faultRules().map(({ match }) => match.path);
		for (const [index, name] of names.entries()) {
			const met = paths.filter((path) => `/v1/message/sendContent/${name}-7`.includes(path));
			expect(met).toEqual([paths[index]]);
		}
	});
});
