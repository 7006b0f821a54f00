import type { IDataObject } from 'n8n-workflow';

/** Removes an empty `data` property because n8n would show an empty list as missing data. */
export function withoutEmptyData({ data, ...envelope }: IDataObject): IDataObject {
	const isEmpty = data === undefined || (Array.isArray(data) && data.length === 0);
	return isEmpty ? envelope : { ...envelope, data };
}
