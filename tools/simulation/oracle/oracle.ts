/** Returns the violations of a promise in words. `undefined`: none. */
export type Oracle<Recording> = (recording: Recording) => ReadonlyArray<string | undefined>;

/** The oracles of promises, by the names of the promises. */
export type Promises<Recording> = Readonly<Record<string, Oracle<Recording>>>;

/** Returns the violations of some promises, in words. */
export function violationsIn<Recording>(
	recording: Recording,
	promises: Promises<Recording>,
	names = Object.keys(promises),
): string[] {
	return names.flatMap((name) =>
		(promises[name]?.(recording) ?? [])
			.filter((violation) => violation !== undefined)
			.map((violation) => `${name}: ${violation}`),
	);
}
