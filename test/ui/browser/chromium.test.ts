import { findChromium } from './chromium';

test('takes the first that is there', () => {
	expect(findChromium(['/nowhere/chromium', __filename])).toBe(__filename);
});

test('says what to install where there is none', () => {
	expect(() => findChromium(['/nowhere/chromium'])).toThrow(
		/\/nowhere\/chromium.*apt-get install -y chromium/,
	);
});
