import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';

import type { ItemParameters } from './itemParameters';
import { readSwitch } from './options';
import { ParameterFault } from './parameterFault';

/**
 * Takes no expression, because the editor shows a parameter with or without the cap by it and would
 * show both where it can't know.
 */
export const splitOption: INodeProperties = {
	displayName: 'Split Into Several Calls',
	name: 'splitIntoSeveralCalls',
	type: 'boolean',
	noDataExpression: true,
	default: false,
	description:
		'Whether to make several calls, one after the other, where there is more than the service takes in one',
};

/** The editor holds a list to its cap unless the option is on: one of two variants is shown. */
export const whenNotSplit: IDisplayOptions = { hide: { [`/options.${splitOption.name}`]: [true] } };
export const whenSplit: IDisplayOptions = { show: { [`/options.${splitOption.name}`]: [true] } };

/** A list that goes out in one call, or in several. */
export interface CappedList<Entry> {
	entries: readonly Entry[];
	/** How messages begin that count the entries, such as `'Tags' has`. */
	holder: string;
	/** What the entries are called, such as `tags`. */
	things: string;
	/** How many a call takes at most (section 8). */
	largest: number;
}

/** All entries, where one call takes them. */
export function inOneCall<Entry>(list: CappedList<Entry>): Entry[] {
	return withinCap(list, 'or spread them over several items');
}

/**
 * The entries in parts, each as large as a call takes; more than one only where the option to split
 * is on. The order stays, so that every try of a run makes the same calls.
 */
export function inSeveralCalls<Entry>(
	parameters: ItemParameters,
	list: CappedList<Entry>,
): Entry[][] {
	if (!readSwitch(parameters, splitOption)) {
		return [
			withinCap(list, `spread them over several items, or turn on '${splitOption.displayName}'`),
		];
	}
	const { entries, largest } = list;
	return Array.from({ length: Math.ceil(entries.length / largest) }, (_, part) =>
		entries.slice(part * largest, (part + 1) * largest),
	);
}

function withinCap<Entry>(
	{ entries, holder, things, largest }: CappedList<Entry>,
	otherwise: string,
): Entry[] {
	if (entries.length > largest) {
		throw new ParameterFault(
			`${holder} ${String(entries.length)} ${things}, but the service takes at most ${String(largest)}`,
			`Remove ${String(entries.length - largest)}, ${otherwise}.`,
		);
	}
	return [...entries];
}
