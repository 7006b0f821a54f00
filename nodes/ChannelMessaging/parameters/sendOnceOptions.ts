import type { INodeProperties } from 'n8n-workflow';

import type { SendOnce } from '../sendOnce/messageKey';
import { assertNoMissingValue } from './identity/missingValue';
import { assertComplete } from './identity/expressionWithoutResult';
import { assertNoOmittedField } from './identity/emptyFieldInExpression';
import { assertIdentifyingLength } from './identity/identifyingLength';
import { assertIdentity } from './identity/identifyingValue';
import { optionsOf } from './optionsCollection';
import { ParameterError } from './parameterError';
import type { HintedProperty, ParameterSet, ParameterValue } from './parameterTypes';
import { readFilledText } from './readText';
import { normalized } from '../texts/normalized';
import { visibleText } from '../texts/visibleText';

export const idempotencyKeyOption: HintedProperty = {
	displayName: 'Send Once per Key',
	name: 'sendOnceKey',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-{{ $json.orderNumber }}',
	builderHint: {
		propertyHint:
			'Identifies the event, such as expr("order-{{ $json.orderNumber }}"). With a fixed text, only the first item is ever sent. For one message per contact, use "campaign" instead: outside of the trigger, one contact can have two IDs.',
	},
	description:
		"Sends at most one message per key, such as an order number, except with several workers. For campaigns, use 'Send Once per Contact'.",
};

export const campaignOption: HintedProperty = {
	displayName: 'Send Once per Contact',
	name: 'campaign',
	type: 'string',
	default: '',
	placeholder: 'e.g. Spring menu 2026',
	builderHint: {
		propertyHint:
			'The same campaign name for all items, such as "Spring menu 2026". Never contains the phone number or another value of the contact.',
	},
	description:
		"The campaign's name, the same for all items. Each contact receives the campaign at most once from this node, except with several workers.",
};

/**
 * @param offered the options of the current operation. All other options are ignored because n8n
 * keeps the options of previously selected operations.
 */
export function readSendOnce(
	parameters: ParameterSet,
	offered: readonly INodeProperties[],
): SendOnce | undefined {
	const options = optionsOf(parameters);
	const [hasKey, hasCampaign] = [idempotencyKeyOption, campaignOption].map(
		(option) => offered.includes(option) && options.has(option),
	);
	if (hasKey && hasCampaign) {
		throw new ParameterError(
			`'${idempotencyKeyOption.displayName}' and '${campaignOption.displayName}' are both set`,
			`For events such as orders, keep '${idempotencyKeyOption.displayName}': one message per key. For a campaign, keep '${campaignOption.displayName}': one message per contact.`,
		);
	}
	if (hasKey) return { kind: 'key', key: readComplete(options.get(idempotencyKeyOption)) };
	if (!hasCampaign) return undefined;
	return { kind: 'campaign', campaign: readComplete(options.get(campaignOption)) };
}

/**
 * Throws if the text is empty or incomplete. Empty text would turn off the check, and items that
 * lack the same part would share a key. Texts that look the same result in the same key, because
 * invisible characters and combining accents depend on the program that wrote the text.
 */
function readComplete(parameter: ParameterValue): string {
	const entered = readFilledText(parameter);
	assertIdentifyingLength(parameter, entered);
	const text = normalized(visibleText(entered), 'NFC').trim();
	assertComplete(parameter);
	assertNoOmittedField(parameter);
	assertNoMissingValue(parameter, text, { isPutTogether: true });
	assertIdentity(parameter, text);
	return text;
}
