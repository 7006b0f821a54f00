/**
 * Matches the start of a question that *Reply in Chat* saved in a custom field, in any format
 * version.
 */
const sealed = /^n8n-question-\d+:/;

export function isSealedQuestion(text: string): boolean {
	return sealed.test(text);
}
