import { isSafeInline } from '../../../nodes/ChannelMessaging/execution/inlineFileType';

it.each([
	'application/pdf',
	'audio/ogg',
	'image/gif',
	'image/jpeg',
	'image/png',
	'image/webp',
	'IMAGE/PNG',
	'video/mp4',
])('%s is safe inline', (type) => {
	expect(isSafeInline(type)).toBe(true);
});

it.each([
	undefined,
	'',
	'application/octet-stream',
	'application/xhtml+xml',
	'image/svg+xml',
	'text/html',
	'text/plain',
	'text/xml',
	'video/mp4, text/html',
	'video/mp4,text/html',
	'image/png\r\ntext/html',
	'image/png;,text/html',
])('%j is not safe inline', (type) => {
	expect(isSafeInline(type)).toBe(false);
});
