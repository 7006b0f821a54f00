import type { FieldEntry } from './fieldEntry';
import { type FieldType, inputName, maxLengthOf } from './formField';
import { element, escapeHtml } from './escapedHtml';
import { validationMessage } from './validationMessage';
import type { PageTexts } from './pageTexts';
import type { LocalizedNumbers } from './localizedNumbers';

/** @param autofocus the HTML attribute, or an empty string */
export function fieldHtml(
	entry: FieldEntry,
	index: number,
	texts: PageTexts,
	numbers: LocalizedNumbers,
	autofocus: string,
): string {
	const { field, issue } = entry;
	const name = inputName(index);
	const mark = field.isRequired
		? ''
		: ` <span class="quiet">${escapeHtml(texts.optionalMark)}</span>`;
	const title = escapeHtml(field.label) + mark;
	const isInvalid = issue !== undefined;
	const description = isInvalid ? ` aria-describedby="${name}-issue"` : '';
	const invalid = isInvalid ? ' aria-invalid="true"' : '';
	const className = isInvalid ? 'field invalid' : 'field';
	const alert = isInvalid
		? [
				element(
					'p',
					validationMessage(field, issue, texts, numbers),
					`class="alert" id="${name}-issue"`,
				),
			]
		: [];
	if (field.type === 'radio' || field.type === 'checkbox') {
		// `aria-invalid` is valid for `radiogroup`, but not for `radio`.
		const group = field.type === 'radio' ? ` role="radiogroup"${invalid}` : '';
		return [
			`<fieldset class="${className}"${group}${description}>`,
			`<legend class="name" dir="auto">${title}</legend>`,
			...optionsHtml(entry, name, autofocus),
			...alert,
			'</fieldset>',
		].join('\n');
	}
	return [
		`<div class="${className}">`,
		`<label class="name" for="${name}" dir="auto">${title}</label>`,
		controlHtml(entry, name, invalid + description + autofocus, texts),
		...alert,
		'</div>',
	].join('\n');
}

function optionsHtml(
	{ field, values, issue }: FieldEntry,
	name: string,
	autofocus: string,
): string[] {
	// HTML can't require that at least one checkbox of a group is selected.
	const required = field.isRequired && field.type === 'radio' ? ' required' : '';
	const invalid = issue !== undefined && field.type === 'checkbox' ? ' aria-invalid="true"' : '';
	const selected = new Set(values);
	return field.options.map((option, index) => {
		const checked = selected.has(option) ? ' checked' : '';
		const attributes = required + invalid + checked + (index === 0 ? autofocus : '');
		return `<label class="option"><input type="${field.type}" name="${name}" value="${escapeHtml(option)}"${attributes}> ${element('span', option)}</label>`;
	});
}

/**
 * Number and email fields are text inputs. Browsers drop characters from `number` inputs, and
 * change or reject international domains in `email` inputs.
 */
const inputTypes: Readonly<Partial<Record<FieldType, string>>> = {
	date: 'type="date"',
	email: 'type="text" inputmode="email" autocapitalize="none" spellcheck="false"',
	number: 'type="text" inputmode="decimal"',
};

/** @param state the attributes for the validation error and the focus */
function controlHtml(
	{ field, values: [value = ''] }: FieldEntry,
	name: string,
	state: string,
	texts: PageTexts,
): string {
	const required = field.isRequired ? ' required' : '';
	const attributes = `class="input" id="${name}" name="${name}"${required}${state}`;
	if (field.type === 'dropdown') {
		const options = field.options.map((option) => {
			const selected = option === value ? ' selected' : '';
			return `<option${selected}>${escapeHtml(option)}</option>`;
		});
		const prompt = `<option value="">${escapeHtml(texts.chooseOption)}</option>`;
		return [`<select ${attributes}>`, prompt, ...options, '</select>'].join('\n');
	}
	const hint = field.placeholder === '' ? '' : ` placeholder="${escapeHtml(field.placeholder)}"`;
	// `dir="auto"` derives the text direction from the entered text. `pageScript` checks the length
	// because `maxlength` would silently truncate pasted text.
	const text = ` dir="auto" data-max-length="${String(maxLengthOf(field.type))}"`;
	if (field.type === 'textarea') {
		// HTML ignores a line break directly after `<textarea>`. The added line break ensures that one at
		// the start of the value is kept.
		return `<textarea ${attributes}${hint}${text}>\n${escapeHtml(value)}</textarea>`;
	}
	const ofType = field.type === 'date' ? '' : text;
	return `<input ${inputTypes[field.type] ?? 'type="text"'} ${attributes}${hint}${ofType} value="${escapeHtml(value)}">`;
}
