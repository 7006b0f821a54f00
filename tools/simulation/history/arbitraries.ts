import * as fc from 'fast-check';

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
export function weighted<Value>(
	...options: ReadonlyArray<readonly [weight: number, arbitrary: fc.Arbitrary<Value>]>
): fc.Arbitrary<Value> {
	return fc.oneof(...options.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Generates one of several values, which are chosen by their weights. */
export function weightedValue<Value>(
	...options: ReadonlyArray<readonly [weight: number, value: Value]>
): fc.Arbitrary<Value> {
	return weighted(...options.map(([weight, value]) => [weight, fc.constant(value)] as const));
}
