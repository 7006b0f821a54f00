import { findBrokenPromise } from './search';

it.each([1, 2])('the trigger keeps its promises in all histories of the seed %d', async (seed) => {
	expect(await findBrokenPromise(seed, 100)).toBeUndefined();
});
