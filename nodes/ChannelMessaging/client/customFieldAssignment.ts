export interface CustomFieldAssignment {
	name: string;
	value: string;
}
