import type { FieldAssignment } from '../../../test/support/service/api/schemas';

/** Cells of spreadsheets and results of expressions that identify no one, by custom field. */
const placeholders = {
	phone: [
		...['4.479E+11', '#####', 'N/A', '0', '+', 'null', 'undefined', '[object Object]', '-'],
		...['#REF!', 'NaN', '+undefined'],
	],
	email: ['null', 'undefined', 'N/A', '[object Object]', 'ana@', '-'],
	customerid: [
		...['null', 'undefined', '[object Object]', 'N/A', '#####', 'C-undefined'],
		...['4.479E+11', '-', '#NV', 'nan', '{{ $json.id }}'],
	],
} as const;

/** Values that look similar, and identify someone. */
const legitimate = {
	phone: ['+442079460001', '442079460001'],
	email: ['ana@example.com', 'Ana@example.com'],
	customerid: ['0', 'Null', 'C-1'],
} as const;

export const identityFields = Object.keys(placeholders) as Array<keyof typeof placeholders>;

export function identityValues(field: keyof typeof placeholders): string[] {
	return [...placeholders[field], ...legitimate[field]];
}

export function isNoIdentity({ name, value }: FieldAssignment): boolean {
	return Object.entries(placeholders).some(
		([field, values]) => field === name && values.some((text) => text === value),
	);
}
