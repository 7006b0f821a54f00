import { findBrokenPromise } from '../search';
import { trigger } from './simulation';

it.each([1, 2])('the trigger keeps its promises in all histories of the seed %d', async (seed) => {
	expect(await findBrokenPromise(trigger, { seed, histories: 100 })).toBeUndefined();
});
