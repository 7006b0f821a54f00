import type { FieldAssignment } from '../contacts/contactBook';

/** The body of create and update (sections 4.4 and 4.7). */
export interface CustomFieldsBody {
	custom_fields: FieldAssignment[];
}

/** The body of add and remove tags (sections 4.5 and 4.6). */
export interface TagsBody {
	tags: string[];
}

/** The query of find by custom field (section 4.2). */
export interface SearchQuery {
	name: string;
	value: string;
	/** Counted from 1, which is the default. */
	page?: string;
}

export const fieldsPerRequest = 30;
export const tagsPerRequest = 10;

export const customFieldsBodySchema = {
	type: 'object',
	properties: {
		custom_fields: {
			type: 'array',
			minItems: 1,
			maxItems: fieldsPerRequest,
			items: {
				type: 'object',
				// An empty value clears the field.
				properties: { name: { type: 'string', minLength: 1 }, value: { type: 'string' } },
				required: ['name', 'value'],
				additionalProperties: false,
			},
		},
	},
	required: ['custom_fields'],
	additionalProperties: false,
};

export const tagsBodySchema = {
	type: 'object',
	properties: {
		tags: {
			type: 'array',
			minItems: 1,
			maxItems: tagsPerRequest,
			items: { type: 'string', minLength: 1 },
		},
	},
	required: ['tags'],
	additionalProperties: false,
};

export const searchQuerySchema = {
	type: 'object',
	properties: {
		name: { type: 'string', minLength: 1 },
		value: { type: 'string' },
		page: { type: 'string', pattern: '^[1-9][0-9]{0,8}$' },
	},
	required: ['name', 'value'],
	additionalProperties: false,
};
