import { validateHeaderValue } from 'node:http';
import { parse } from 'node:path';

import * as fc from 'fast-check';

import {
	downloadName,
	downloadType,
} from '../../../nodes/ChannelMessaging/execution/downloadNameAndType';

/** File names that strangers could choose. */
const anyText = fc.oneof(
	fc.string({ unit: 'binary' }),
	fc.constantFrom('', '/', '..', 'a/', 'a/b.pdf', '?', '?a', '\\', '\r\nX: y', '\ud800', '\0'),
);

it('n8n keeps the name of every download, and the name is valid in a header', () => {
	fc.assert(
		fc.property(anyText, fc.option(anyText, { nil: undefined }), (fileName, fileExtension) => {
			const name = downloadName({
				fileName,
				...(fileExtension !== undefined && { fileExtension }),
			});

			expect(parse(name).base).toBe(name);
			expect(name).not.toBe('');
			expect(decodeURIComponent(encodeURIComponent(name))).toBe(name);
		}),
	);
});

it('a name without forbidden characters stays unchanged', () => {
	expect(downloadName({ fileName: 'ñandú 1.csv' })).toBe('ñandú 1.csv');
});

it('a download without a name has the extension of the file', () => {
	expect(downloadName({ fileExtension: 'csv' })).toBe('file.csv');
});

it('the type of a download is a valid header', () => {
	fc.assert(
		fc.property(anyText, (mimeType) => {
			expect(() => {
				validateHeaderValue('Content-Type', downloadType({ mimeType }));
			}).not.toThrow();
		}),
	);
});

it.each(['text/csv', 'text/csv; charset=utf-8'])('the type %s is kept', (mimeType) => {
	expect(downloadType({ mimeType })).toBe(mimeType);
});
