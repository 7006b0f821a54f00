/** The message contains the parameter's label in quotes. */
export class ParameterError extends Error {
	/** @param advice how the user can correct the value */
	constructor(
		message: string,
		readonly advice: string,
	) {
		super(message);
		this.name = 'ParameterError';
	}
}
