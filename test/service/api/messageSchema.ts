import type { MessageItem } from '../records/messageLog';

/** The body of a send (section 4.1). */
export interface SendBody {
	body: [MessageItem];
	forceCancelSurvey?: boolean;
}

export const repliesPerMessage = 10;
export const charactersPerReply = 20;

const text = { type: 'string', minLength: 1 };

const item = (types: readonly string[], fields: Record<string, object>): object => ({
	type: 'object',
	properties: { type: { enum: types }, ...fields },
	required: ['type', ...Object.keys(fields)],
	additionalProperties: false,
});

/** Lengths are counted in code points. */
export const sendBodySchema = {
	type: 'object',
	properties: {
		body: {
			type: 'array',
			minItems: 1,
			maxItems: 1,
			items: {
				type: 'object',
				discriminator: { propertyName: 'type' },
				required: ['type'],
				oneOf: [
					item(['text'], { text }),
					item(['image', 'video', 'audio', 'file'], { url: text }),
					item(['quick_reply'], {
						title: text,
						replies: {
							type: 'array',
							minItems: 1,
							maxItems: repliesPerMessage,
							items: { type: 'string', minLength: 1, maxLength: charactersPerReply },
						},
					}),
				],
			},
		},
		forceCancelSurvey: { type: 'boolean' },
	},
	required: ['body'],
	additionalProperties: false,
};
