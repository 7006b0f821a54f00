import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** An account without privileges. */
export interface SystemUser {
	readonly userId: number;
	readonly groupId: number;
}

const runFile = promisify(execFile);
const accounts = ['postgres', 'nobody'];

async function idOf(account: string, whose: '-u' | '-g'): Promise<number> {
	const { stdout } = await runFile('id', [whose, account]);
	return Number(stdout);
}

/** The account for a server that refuses to run as root; nothing where nobody is root. */
export async function unprivilegedUser(): Promise<SystemUser | undefined> {
	if (process.getuid?.() !== 0) return undefined;
	for (const account of accounts) {
		try {
			return { userId: await idOf(account, '-u'), groupId: await idOf(account, '-g') };
		} catch {
			// This machine has no such account.
		}
	}
	throw new Error(`There is none of the accounts ${accounts.join(', ')} to run PostgreSQL as`);
}
