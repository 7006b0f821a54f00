import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { isRecord } from '../client/isRecord';

/** n8n 1 doesn't have this method. */
type NewerContext = Partial<Pick<IExecuteFunctions, 'getWorkflowSettings'>>;

/** With the execution logic v2, n8n moves files from an item's `binary` to this field of its JSON. */
const filesField = '_files';

interface ItemInput {
	input: IDataObject;
	/** The item's files by name. Code nodes can return anything as a file. */
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
