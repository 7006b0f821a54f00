import type { INodeProperties } from 'n8n-workflow';

/** A parameter, with the way to it as workflows keep it: `replies.reply[].text`. */
export interface ShownParameter {
	path: string;
	property: INodeProperties;
}

/** All parameters in a list, those inside of collections included. */
export function shownParameters(
	properties: readonly INodeProperties[],
	prefix = '',
): ShownParameter[] {
	return properties.flatMap((property) => {
		const path = `${prefix}${property.name}`;
		const inside = (property.options ?? []).flatMap((option) => {
			if ('values' in option) return shownParameters(option.values, `${path}.${option.name}[].`);
			return 'type' in option ? shownParameters([option], `${path}.`) : [];
		});
		return [{ path, property }, ...inside];
	});
}
