import type { IBinaryData } from 'n8n-workflow';

import type { AttachmentType } from '../client/message';
import { shortened } from '../texts/shortenedText';
import { ParameterError } from './parameterError';
import { maxQuotedCharacters, quoted } from './quoted';
import { readText } from './readText';

const expectedKinds = { audio: 'an audio file', image: 'an image', video: 'a video' } as const;

/** Throws if a file can't be sent as this type of message. */
export function assertMediaType(type: AttachmentType, file: IBinaryData, label: string): void {
	if (type === 'file') return;
	const { fileName } = file;
	// A file returned by a Code node may have no type.
	const mimeType = readText({ value: file.mimeType, label });
	const essence = mimeType.trim().toLowerCase();
	// Ogg files can contain audio or video (RFC 5334).
	const isOgg = /^application\/ogg(;|$)/.test(essence);
	if (essence.startsWith(`${type}/`) || (isOgg && type !== 'image')) return;
	const name = fileName ? `${quoted(fileName)} in ${label}` : label;
	throw new ParameterError(
		`${name} is ${shortened(mimeType, maxQuotedCharacters) || 'of an unknown type'}, not ${expectedKinds[type]}`,
		`Set 'Message Type' to File, or enter a field with ${expectedKinds[type]}.`,
	);
}
