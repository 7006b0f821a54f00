/** Schemas only look: what a caller sends is neither changed nor completed. */
export const schemaOptions = {
	coerceTypes: false,
	removeAdditional: false,
	useDefaults: false,
	discriminator: true,
	allowUnionTypes: true,
} as const;
