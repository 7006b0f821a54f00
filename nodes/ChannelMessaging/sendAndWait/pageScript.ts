/**
 * Disables the buttons after the first click because n8n responds to a second answer with JSON
 * (`FirstAnswerGuard` rejects it on the server). After the time limit, forms aren't submitted,
 * because n8n would respond with its own page and the entered text would be lost. Text that is too
 * long isn't submitted either.
 *
 * Browsers don't submit the value of a disabled button. For this reason, the buttons are only
 * disabled in `formdata`, after the browser has read the value. `pageshow` enables the buttons
 * again if the contact navigates back.
 */
export const pageScript = `
const form = document.forms[0];
const loadedAt = Date.now();
const setDisabled = (isDisabled) => {
	for (const button of document.querySelectorAll('button')) button.disabled = isDisabled;
};
const isLimited = (field) => field.dataset.maxLength !== undefined;
const checkLength = (field) => {
	const isTooLong = field.value.length > Number(field.dataset.maxLength);
	field.setCustomValidity(isTooLong ? form.dataset.tooLong + ' ' + field.dataset.maxLength : '');
	return isTooLong;
};
addEventListener('formdata', () => setDisabled(true));
addEventListener('pageshow', () => {
	setDisabled(false);
	for (const field of form.elements) if (isLimited(field)) checkLength(field);
});
addEventListener('input', ({ target }) => {
	if (isLimited(target) && checkLength(target)) target.reportValidity();
});
addEventListener('change', ({ target }) => {
	if (target.inputMode === 'email') target.value = target.value.trim();
});
addEventListener('submit', (event) => {
	if (!(Date.now() - loadedAt >= Number(form.dataset.remainingMs))) return;
	event.preventDefault();
	document.getElementById('expired').hidden = false;
});
`;
