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

export const checkExpression =
	'Check the expression of this parameter and the data of the item that it reads.';
