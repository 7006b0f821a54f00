import * as fc from 'fast-check';

/** The type of the values that an arbitrary generates. */
export type Value<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Generated> ? Generated : never;

export const integer = (min: number, max: number) => fc.integer({ min, max });

/** Generates objects of a kind. */
export function kindOf<Kind extends string, Properties extends object = object>(
	kind: Kind,
	properties?: { [Name in keyof Properties]: fc.Arbitrary<Properties[Name]> },
): fc.Arbitrary<Properties & { kind: Kind }> {
	const arbitraries = { kind: fc.constant(kind), ...properties };
	return fc.record(arbitraries) as fc.Arbitrary<Properties & { kind: Kind }>;
}

/** Generates values of one of several arbitraries, which are chosen by their weights. */
export function weighted<Values extends readonly unknown[]>(
	...options: { [Index in keyof Values]: readonly [number, fc.Arbitrary<Values[Index]>] }
): fc.Arbitrary<Values[number]> {
	return fc.oneof(...options.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Generates one of several values, which are chosen by their weights. */
export function weightedValue<const Generated>(
	...options: ReadonlyArray<readonly [weight: number, value: Generated]>
): fc.Arbitrary<Generated> {
	return fc.oneof(...options.map(([weight, value]) => ({ weight, arbitrary: fc.constant(value) })));
}
