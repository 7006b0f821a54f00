import { access, appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { name } from '../../../package.json';
import { messagesPerSecond } from './stage';

/** A way in which the workers may share one token. */
export interface Way {
	readonly title: string;
	/** What the credential allows each worker. */
	readonly messagesPerSecond: number;
	/** Done to each installed package before n8n starts with it. */
	readonly prepare?: (userFolder: string) => Promise<void>;
}

/** Added to the node's limit: no refusal lowers it, so each worker takes the whole for itself. */
const wholeLimit = `
exports.AdaptiveLimit = class extends exports.AdaptiveLimit {
	refused() {}
};
`;

async function withoutAdaptation(userFolder: string): Promise<void> {
	const installed = join(userFolder, '.n8n', 'nodes', 'node_modules', name);
	const file = join(installed, 'dist/nodes/ChannelMessaging/rateLimit/adaptiveLimit.js');
	// Writing a file that nobody reads would measure the wrong thing.
	await access(file);
	await appendFile(file, wholeLimit);
}

/** The ways that docs/scaling.md compares, for three workers. */
export const ways = {
	adaptive: { title: 'each worker finds its share', messagesPerSecond },
	fixed: {
		title: 'each worker at a fixed third',
		messagesPerSecond: Math.floor(messagesPerSecond / 3),
	},
	none: {
		title: 'no adaptation: each worker at the whole limit',
		messagesPerSecond,
		prepare: withoutAdaptation,
	},
} as const satisfies Record<string, Way>;
