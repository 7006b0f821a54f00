import type { IDataObject } from 'n8n-workflow';

import type { ApiResponse } from '../client/apiResponse';

/** Returns a response for a skipped message in the format of the service's responses. */
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
