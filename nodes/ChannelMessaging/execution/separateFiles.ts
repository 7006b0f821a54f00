import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';

/** This method doesn't exist in n8n 1. */
type NewerContext = Partial<Pick<IExecuteFunctions, 'getWorkflowSettings'>>;

/**
 * In execution logic v2, n8n moves files from an item's `binary` to this field of the item's JSON.
 */
const filesField = '_files';

interface ItemInput {
	input: IDataObject;
	/** The item's files, by name. Code nodes can return anything as a file. */
	files: IDataObject;
}

/**
 * Returns a function that separates an item's files from its other data. Other nodes can return
 * items whose JSON isn't an object.
 */
export function separateFiles(context: NewerContext) {
	const isInJson = context.getWorkflowSettings?.().binaryMode === 'combined';
	return ({ json: data, binary = {} }: Partial<INodeExecutionData> = {}): ItemInput => {
		const json = isRecord(data) ? data : {};
		if (!isInJson) return { input: json, files: { ...binary } };
		const { [filesField]: files, ...input } = json;
		return { input, files: { ...binary, ...(isRecord(files) && files) } };
	};
}
