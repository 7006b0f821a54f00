import type { INodeProperties } from 'n8n-workflow';

/** A parameter and its path in the JSON of workflows, such as `replies.reply[].text`. */
interface ShownParameter {
	path: string;
	property: INodeProperties;
}

/** Returns all parameters, including those in collections. */
export function shownParameters(
	properties: readonly INodeProperties[],
	prefix = '',
): ShownParameter[] {
	return properties.flatMap((property) => {
		const path = `${prefix}${property.name}`;
		const nested = (property.options ?? []).flatMap((option) => {
			if ('values' in option) return shownParameters(option.values, `${path}.${option.name}[].`);
			return 'type' in option ? shownParameters([option], `${path}.`) : [];
		});
		return [{ path, property }, ...nested];
	});
}
