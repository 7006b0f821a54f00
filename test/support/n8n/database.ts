import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { InstalledRelease } from './install';

/** Runs one statement with n8n's own SQLite: Node.js 20 has none. */
const script = `
const { Database } = require('sqlite3');
const [file, statement] = process.argv.slice(1);
const database = new Database(file);
database.configure('busyTimeout', 60000);
database.run(statement, (error) => {
	if (error) throw error;
	database.close();
});
`;

/** Changes the database of a running n8n. Rejects if the statement fails. */
export async function executeSql(
	{ folder, node }: InstalledRelease,
	userFolder: string,
	statement: string,
): Promise<void> {
	const file = join(userFolder, '.n8n', 'database.sqlite');
	await promisify(execFile)(node, ['-e', script, file, statement], { cwd: folder });
}
