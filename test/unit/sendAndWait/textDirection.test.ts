import { textDirection } from '../../../nodes/ChannelMessaging/sendAndWait/textDirection';

it.each(['ar', 'he', 'iw', 'fa-IR', 'ur', 'yi', 'ps', 'az-Arab', 'dv'])(
	'The language %s is written from right to left',
	(language) => {
		expect(textDirection(language)).toBe('rtl');
	},
);

it.each(['en', 'gl', 'pt-BR', 'az', 'zh-Hant', 'ar-Latn', 'invalid language'])(
	'The language %s is written from left to right',
	(language) => {
		expect(textDirection(language)).toBe('ltr');
	},
);
