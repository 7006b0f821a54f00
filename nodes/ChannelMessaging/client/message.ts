/** The service downloads attachments from their URLs. */
export type AttachmentType = 'image' | 'video' | 'audio' | 'file';

/** See section 2 (Message content) of the service's documentation. */
export type MessageContent =
	| { type: 'text'; text: string }
	| { type: AttachmentType; url: string }
	| { type: 'quick_reply'; title: string; replies: string[] };

/** A file from the input item. n8n generates a different URL for it each time. */
export interface LinkedFile {
	url: string;
	/**
	 * Returns the same text for files with the same name and content. Reads the whole file.
	 * Rejects with an `ApiError` if the file no longer exists.
	 */
	identity: () => Promise<string>;
}

export interface Message {
	content: MessageContent;
	/** The file from the input item to which the URL in `content` points, if any. */
	file?: LinkedFile | undefined;
	/** See section 3 (States and transitions) of the service's documentation. */
	forceCancelSurvey: boolean;
}
