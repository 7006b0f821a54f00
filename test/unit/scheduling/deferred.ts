/** A promise that the test settles when it wants to. */
export interface Deferred<Value> {
	promise: Promise<Value>;
	resolve(value: Value): void;
	reject(reason: Error): void;
}

export function deferred<Value>(): Deferred<Value> {
	let settle: Omit<Deferred<Value>, 'promise'> | undefined;
	const promise = new Promise<Value>((resolve, reject) => {
		settle = { resolve, reject };
	});
	// A promise runs what it is given at once, but the compiler can't know that.
	if (settle === undefined) throw new Error('The promise did not start');
	return { promise, ...settle };
}
