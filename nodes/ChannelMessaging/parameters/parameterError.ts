/** A parameter's value that can't go out, told in words for a person. */
export class ParameterError extends Error {
	/**
	 * @param message what is wrong, with the parameter's label in quotes
	 * @param advice how to put it right
	 */
	constructor(
		message: string,
		readonly advice: string,
	) {
		super(message);
		this.name = 'ParameterError';
	}
}
