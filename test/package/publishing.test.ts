import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { repository } from '../support/repository';

const workflow = readFileSync(join(repository, '.github/workflows/publish.yml'), 'utf8');

/** The text of each job of the publishing workflow. */
const jobs = workflow.split(/^(?= {2}\w+:$)/m).slice(1);

it('Only one job of the publishing workflow can publish, and it runs no code of this repository', () => {
	const publishing = jobs.filter((job) => job.includes('id-token'));
	expect(publishing).toHaveLength(1);
	const [job = ''] = publishing;
	expect(job).toMatch(/^ {4}environment: /m);
	expect(job).not.toContain('actions/checkout');
	expect([...job.matchAll(/run: (.*)/g)].map(([, command]) => command)).toEqual([
		'npm publish ./*.tgz --provenance --access public --ignore-scripts',
	]);
});

it('No job that installs dependencies can change anything', () => {
	expect(workflow).toMatch(/^permissions:\n {2}contents: read$/m);
	const installing = jobs.filter((job) => job.includes('npm ci'));
	expect(installing).not.toEqual([]);
	for (const job of installing) {
		expect(job).not.toContain('write');
		expect(job).toContain('persist-credentials: false');
	}
});

it('The publishing workflow installs only the packages in the lock file, with npm 11', () => {
	expect(workflow).not.toMatch(/npm (install|update|exec)|npx /);
	const versions = [...workflow.matchAll(/node-version: (.*)/g)].map(([, version]) => version);
	expect(versions).toEqual(['24', '24']);
});
