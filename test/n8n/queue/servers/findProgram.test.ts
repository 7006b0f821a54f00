import { dirname } from 'node:path';
import { findProgram } from './findProgram';

test('a program is found in the folders of PATH, and in those beside it', async () => {
	const folder = dirname(process.execPath);
	const node = { name: 'node', debianPackage: 'nodejs' };

	expect(await findProgram(node, `/nowhere:${folder}`)).toBe(`${folder}/node`);
	expect(await findProgram({ ...node, alsoIn: [folder] }, '')).toBe(`${folder}/node`);
});

test('what to install is said where a program is missing', async () => {
	const missing = findProgram({ name: 'redis-server', debianPackage: 'redis-server' }, '/nowhere');

	await expect(missing).rejects.toThrow(
		'redis-server is missing. Install it first: apt-get install -y --no-install-recommends redis-server',
	);
});
