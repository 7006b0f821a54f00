import type { INode, INodeParameters } from 'n8n-workflow';

import { sendAndWait } from '../../../test/support/fixtures/parameters';
import type { FieldPlan, QuestionPlan } from '../history/questionHistory';
import { nodeNamed } from './items';

type AskedPlan = QuestionPlan['source'] & { kind: 'asked' };

/** Returns the node that asks a question. */
export function nodeThatAsks({ nodeName, limitSeconds, source }: QuestionPlan): INode {
	return nodeNamed(nodeName, source.kind === 'asked' ? parametersOf(source, limitSeconds) : {});
}

function parametersOf(plan: AskedPlan, limitSeconds: number | undefined): INodeParameters {
	const { form, language, textLength } = plan;
	const options: INodeParameters = {
		pageTexts: {
			values: { language, ...(textLength > 0 && { rejectedForm: '&'.repeat(textLength) }) },
		},
		...(limitSeconds !== undefined && {
			limitWaitTime: {
				values: {
					limitType: 'afterTimeInterval',
					resumeAmount: limitSeconds / 60,
					resumeUnit: 'minutes',
				},
			},
		}),
	};
	switch (form.kind) {
		case 'approval': {
			const approvalType = form.answers === 1 ? 'single' : 'double';
			const { singleLink } = form;
			return sendAndWait({
				approvalOptions: { values: { approvalType } },
				options: { ...options, ...(singleLink !== undefined && { singleLink }) },
			});
		}
		case 'freeText':
			return sendAndWait({ responseType: 'freeText', options });
		case 'customForm': {
			const values = withDistinctKeys(form.fields).map(formElement);
			return sendAndWait({
				responseType: 'customForm',
				...(form.isJson
					? { defineForm: 'json', jsonOutput: JSON.stringify(values) }
					: { formFields: { values } }),
				options,
			});
		}
	}
}

function formElement({ type, isRequired, key, options }: FieldPlan, index: number) {
	return {
		fieldLabel: `Field ${String(index)}`,
		fieldType: type,
		fieldName: key,
		requiredField: isRequired,
		...(hasOptions(type) && { fieldOptions: { values: options.map((option) => ({ option })) } }),
	};
}

function hasOptions(type: FieldPlan['type']): boolean {
	return type === 'checkbox' || type === 'dropdown' || type === 'radio';
}

function withDistinctKeys(fields: readonly FieldPlan[]): FieldPlan[] {
	return fields.map((field, index) => ({
		...field,
		key:
			fields.findIndex(({ key }) => key === field.key) === index
				? field.key
				: `${field.key} ${String(index)}`,
		options: hasOptions(field.type) ? field.options : [],
	}));
}

/** Returns the fields of the form with which a question is answered. `undefined` for an approval. */
export function fieldsOf({ form }: AskedPlan): FieldPlan[] | undefined {
	switch (form.kind) {
		case 'approval':
			return undefined;
		case 'freeText':
			return [{ type: 'textarea', isRequired: true, key: 'text', options: [] }];
		case 'customForm':
			return withDistinctKeys(form.fields);
	}
}
