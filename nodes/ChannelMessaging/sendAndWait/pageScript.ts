/**
 * The script of the page. Disables the buttons when the form is submitted, because n8n responds to a
 * second answer with JSON. The event `formdata` occurs after the browser has read the clicked
 * button, whose value a disabled button would not submit. The event `pageshow` enables the buttons
 * if the contact returns to the page.
 */
export const pageScript = `
const setDisabled = (isDisabled) => {
	for (const button of document.querySelectorAll('button')) button.disabled = isDisabled;
};
addEventListener('formdata', () => setDisabled(true));
addEventListener('pageshow', () => setDisabled(false));
`;
