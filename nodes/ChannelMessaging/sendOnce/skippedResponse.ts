import type { IDataObject } from 'n8n-workflow';

import type { ApiResponse } from '../client/readResponse';

/** Looks like a response of the service. */
export function skippedResponse(content: IDataObject): ApiResponse {
	return {
		status: 200,
		headers: {},
		bytes: 0,
		text: '',
		skipped: true,
		isJson: true,
		json: { status: 'skipped', ...content },
	};
}
