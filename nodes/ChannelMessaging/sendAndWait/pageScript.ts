/**
 * Disables the submit buttons after the first click, because n8n responds to a second answer with
 * JSON instead of a page.
 *
 * A disabled button's value isn't submitted. The script therefore waits for the event `formdata`,
 * which fires after the browser has read the value. The event `pageshow` enables the buttons if the
 * contact returns to the page.
 */
export const pageScript = `
const setDisabled = (isDisabled) => {
	for (const button of document.querySelectorAll('button')) button.disabled = isDisabled;
};
addEventListener('formdata', () => setDisabled(true));
addEventListener('pageshow', () => setDisabled(false));
`;
