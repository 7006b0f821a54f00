import { existsSync } from 'node:fs';
import { chromium, type LaunchOptions } from '@playwright/test';

/**
 * The browser to start: `CHROMIUM_PATH`, Playwright's download, Debian's package, or an installed
 * Google Chrome. Ubuntu's package only installs a snap, which tests can't start.
 */
const executablePath =
	process.env['CHROMIUM_PATH'] ??
	[chromium.executablePath(), '/usr/bin/chromium'].find((path) => existsSync(path));

/** Starts a browser that can only connect to loopback. */
export const launchOptions: LaunchOptions = {
	...(executablePath === undefined ? { channel: 'chrome' } : { executablePath }),
	chromiumSandbox: false,
	args: [
		'--disable-background-networking',
		'--disable-component-update',
		'--disable-dev-shm-usage',
		'--disable-gpu',
		'--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
	],
};
