import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import * as responseLimits from '../../nodes/ChannelMessaging/client/responseLimits';
import * as questionSizeLimits from '../../nodes/ChannelMessaging/sendAndWait/questionSizeLimits';
import * as textLimits from '../../nodes/ChannelMessaging/texts/textLimits';
import { repository } from '../support/repository';

type Limit = number | Readonly<Record<string, number>>;

/** The section of the threat model that lists the limits of each file. */
const files: Readonly<Record<string, Readonly<Record<string, Limit | Record<string, Limit>>>>> = {
	Responses: responseLimits,
	'Questions and answers': questionSizeLimits,
	'Other text': textLimits,
};

interface Row {
	constant: string;
	maximum: string;
	test: string;
}

function rowsOf(section: string): Row[] {
	const document = readFileSync(join(repository, 'docs/internals/threat-model.md'), 'utf8');
	const [, text = ''] = document.split(`### ${section}\n`);
	const [, rows = ''] = text.split('| --- | --- | --- | --- |\n');
	const [lines = ''] = rows.split('\n\n');
	return lines.split('\n').map((line) => {
		const [, maximum = '', constant = '', test = ''] = line.slice(2, -2).split(' | ');
		return { constant: constant.replaceAll('`', ''), maximum, test };
	});
}

/** The last word of a constant's name is its unit. */
function written(name: string, limit: Limit): string {
	if (typeof limit === 'number') {
		const [unit = ''] = /[A-Z][a-z]+$/.exec(name) ?? [];
		return `${limit.toLocaleString('en-US')} ${unit.toLowerCase()}`;
	}
	return Object.entries(limit)
		.map((entry) => written(...entry))
		.join(', ');
}

const isGroup = (value: Limit | Record<string, Limit>): value is Record<string, Limit> =>
	typeof value === 'object' && Object.values(value).some((each) => typeof each === 'object');

describe.each(Object.entries(files))('The section "%s" of the threat model', (section, file) => {
	const rows = rowsOf(section);

	it('lists the limits in the code, and no others', () => {
		const limits = Object.entries(file).flatMap(([name, value]) =>
			isGroup(value)
				? Object.entries(value).map(([part, limit]): [string, Limit] => [`${name}.${part}`, limit])
				: [[name, value] satisfies [string, Limit]],
		);
		const expected = limits.map(([name, limit]) => `${name}: ${written(name, limit)}`);
		const listed = rows.map(({ constant, maximum }) => `${constant}: ${maximum}`);
		expect(listed.sort()).toEqual(expected.sort());
	});

	it.each(rows)('mentions an existing test of $constant', ({ test }) => {
		const [, path = '', title = ''] = /^`(.+)`: (.+)$/.exec(test) ?? [];
		expect(title).not.toBe('');
		expect(readFileSync(join(repository, path), 'utf8')).toContain(title);
	});
});
