/** Endpoints without query parameters refuse every one. */
export const emptyQuerySchema = { type: 'object', additionalProperties: false };
