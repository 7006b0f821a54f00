import { type ProcessGroup, startProcessGroup } from '../../../support/n8n/processGroup';
import { until } from '../../../support/n8n/until';
import { findProgram } from './findProgram';
import type { SystemUser } from './systemUser';

/** A server of the system to start. */
export interface ServerProgram {
	/** The file of the program. */
	readonly program: string;
	readonly arguments: readonly string[];
	readonly folder: string;
	/** Runs as this account. */
	readonly user?: SystemUser | undefined;
	/** What the server has written when it takes connections. */
	readonly ready: string;
}

const patience = 30_000;

/** Names the account for a program, and the signal that ends it when this process is gone. */
export async function asUser(
	user: SystemUser | undefined,
	words: readonly string[],
): Promise<readonly [command: string, ...rest: string[]]> {
	const setpriv = await findProgram({ name: 'setpriv', debianPackage: 'util-linux' });
	const account =
		user === undefined
			? []
			: [`--reuid=${String(user.userId)}`, `--regid=${String(user.groupId)}`, '--clear-groups'];
	return [setpriv, ...account, '--pdeathsig=INT', ...words];
}

/** Starts a server, and waits until it takes connections. It ends, at the latest, with this process. */
export async function startServer(server: ServerProgram): Promise<ProcessGroup> {
	const [command, ...words] = await asUser(server.user, [server.program, ...server.arguments]);
	const running = startProcessGroup({
		command,
		arguments: words,
		folder: server.folder,
		environment: { PATH: process.env['PATH'], LC_ALL: 'C' },
	});
	try {
		await until({ within: patience, waitingFor: `${server.program} to be ready` }, () => {
			if (running.ending() !== undefined) {
				throw new Error(`${server.program} ended before it was ready:\n${running.output()}`);
			}
			return Promise.resolve(running.output().includes(server.ready) ? true : undefined);
		});
	} catch (failure) {
		await running.stop();
		throw failure;
	}
	return running;
}
