import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	bodyLimits,
	listLimits,
	maxDepth,
	maxIdCharacters,
	maxLargeBodies,
	maxOutputBytes,
} from '../../nodes/ChannelMessaging/client/responseLimits';
import { repository } from '../support/repository';

const count = (value: number) => value.toLocaleString('en-US');

it('The threat model lists the limits of responses that are in the code', () => {
	const { maxBytes, maxContacts, maxPages } = listLimits;
	const rows = [
		...Object.values(bodyLimits).map(
			(limits) =>
				`${count(limits.maxBytes)} bytes, ${count(limits.maxValues)} values${'maxContacts' in limits ? `, ${count(limits.maxContacts)} contacts` : ''}`,
		),
		count(maxDepth),
		`${count(maxIdCharacters)} characters`,
		`${count(maxPages)} pages, ${count(maxContacts)} contacts, ${count(maxBytes)} bytes`,
		`${count(maxOutputBytes)} bytes`,
		count(maxLargeBodies),
	];
	const document = readFileSync(join(repository, 'docs/internals/threat-model.md'), 'utf8');
	const [, section = ''] = document.split('### Limits of responses');
	const [, table = ''] = section.split('| --- | --- |\n');
	const [lines = ''] = table.split('\n\n');
	expect(lines.split('\n').map((line) => line.split(' | ')[1]?.replace(/ \|$/, ''))).toEqual(rows);
});
