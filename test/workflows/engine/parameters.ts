import type { INodeParameters } from 'n8n-workflow';
import { sendText as send } from '../../support/running/parameters';

export { contactOperation } from '../../support/running/parameters';

/** Parameters of Send with the item's text, for the contact that the item names, with changes. */
export function sendText(changes: INodeParameters = {}): INodeParameters {
	return { ...send, ...changes };
}
