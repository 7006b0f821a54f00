import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as limits from '../../nodes/ChannelMessaging/client/responseLimits';
import { repository } from '../support/repository';

/** Returns the cells of each row. */
function table(): string[][] {
	const document = readFileSync(join(repository, 'docs/internals/threat-model.md'), 'utf8');
	const [, section = ''] = document.split('### Limits of responses');
	const [, rows = ''] = section.split('| --- | --- | --- |\n');
	const [lines = ''] = rows.split('\n\n');
	return lines.split('\n').map((line) => line.replace(/^\| | \|$/g, '').split(' | '));
}

const count = (value: number) => value.toLocaleString('en-US');

it('The threat model lists the limits of responses that are in the code', () => {
	const { bodyLimits, listLimits, maxDepth, maxIdCharacters } = limits;
	const { maxLargeBodies, maxOutputBytes } = limits;
	const { maxBytes, maxContacts, maxPages } = listLimits;
	const rows = [
		...Object.values(bodyLimits).map(
			(body) =>
				`${count(body.maxBytes)} bytes, ${count(body.maxValues)} values${'maxContacts' in body ? `, ${count(body.maxContacts)} contacts` : ''}`,
		),
		count(maxDepth),
		`${count(maxIdCharacters)} characters`,
		`${count(maxPages)} pages, ${count(maxContacts)} contacts, ${count(maxBytes)} bytes`,
		`${count(maxOutputBytes)} bytes`,
		count(maxLargeBodies),
	];
	expect(table().map(([, maximum]) => maximum)).toEqual(rows);
	// A new limit needs a row.
	expect(Object.keys(limits).sort()).toEqual(
		[
			'bodyLimits',
			'listLimits',
			'maxDepth',
			'maxIdCharacters',
			'maxLargeBodies',
			'maxOutputBytes',
		].sort(),
	);
});

it('The test of each limit of responses exists', () => {
	for (const [, , test = ''] of table()) {
		const [, file = '', title = ''] = /^`(.+)`: (.+)$/.exec(test) ?? [];
		expect(readFileSync(join(repository, file), 'utf8')).toContain(title);
		expect(title).not.toBe('');
	}
});
