import { existsSync } from 'node:fs';
import { type Browser, chromium, selectors } from 'playwright-core';

const usualPlaces = [
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Where the Chromium is that this machine has; says what to install where there is none. */
export function findChromium(places: readonly string[] = usualPlaces): string {
	const found = places.find((place) => existsSync(place));
	if (found === undefined) {
		throw new Error(
			`There is no Chromium at ${places.join(', ')}. Install one: apt-get install -y chromium`,
		);
	}
	return found;
}

/** Starts a browser without a window, which reaches this machine and nothing else. */
export async function startChromium(): Promise<Browser> {
	// The attribute by which n8n's own tests find things in its editor.
	selectors.setTestIdAttribute('data-test-id');
	return await chromium.launch({
		executablePath: findChromium(),
		chromiumSandbox: false,
		args: [
			'--disable-background-networking',
			'--disable-component-update',
			'--disable-dev-shm-usage',
			'--disable-gpu',
			'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
		],
	});
}
