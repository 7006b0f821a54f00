/** Attachments that go out as a URL (section 2, Message content item). */
type AttachmentType = 'image' | 'video' | 'audio' | 'file';

/** One element of `body` in section 4.1 (Send message), with exactly the keys of its type. */
export type MessageContent =
	| { type: 'text'; text: string }
	| { type: AttachmentType; url: string }
	| { type: 'quick_reply'; title: string; replies: string[] };

/** A message for one contact. */
export interface Message {
	content: MessageContent;
	/** The survey is kept unless this is true (section 3, States and transitions). */
	forceCancelSurvey: boolean;
}

/** What section 4.1 (Send message) takes for one message. */
export function messageBody({ content, forceCancelSurvey }: Message) {
	return { body: [content], ...(forceCancelSurvey ? { forceCancelSurvey } : {}) };
}
