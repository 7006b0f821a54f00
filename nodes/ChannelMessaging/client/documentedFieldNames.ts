/** Documented custom fields (section 2, Contact). Channels may have additional custom fields. */
export const documentedFieldNames = [
	'firstName',
	'lastName',
	'locale',
	'timezone',
	'gender',
	'phone',
	'email',
	'customerid',
] as const;
