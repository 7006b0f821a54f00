import { readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';

import { ChannelMessagingApi } from '../../credentials/ChannelMessagingApi.credentials';
import { ChannelMessaging } from '../../nodes/ChannelMessaging/ChannelMessaging.node';

const root = join(__dirname, '../..');

/** The files that an icon names, seen from the package's root. */
function filesOf(icon: unknown, folder: string): string[] {
	if (typeof icon !== 'object' || icon === null) return [];
	return Object.values(icon)
		.filter((reference) => typeof reference === 'string')
		.map((reference) => normalize(join(folder, reference.replace(/^file:/, ''))));
}

const named = [
	...filesOf(new ChannelMessaging().description.icon, 'nodes/ChannelMessaging'),
	...filesOf(new ChannelMessagingApi().icon, 'credentials'),
];

describe('the icons', () => {
	it('are, for light and dark, the same for node and credential', () => {
		expect(named).toEqual([
			'icons/channelMessaging.svg',
			'icons/channelMessaging.dark.svg',
			'icons/channelMessaging.svg',
			'icons/channelMessaging.dark.svg',
		]);
	});

	it.each([...new Set(named)])('%s is there, as a vector graphic without scripts', (file) => {
		const icon = readFileSync(join(root, file), 'utf8');
		expect(icon).toMatch(/<svg[^>]+xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
		expect(icon).not.toMatch(/<script|https?:\/\/(?!www\.w3\.org)/);
	});
});
