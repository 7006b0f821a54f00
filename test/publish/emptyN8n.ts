import manifest from '../../package.json';
import {
	currentRelease,
	discardPackage,
	installRelease,
	N8nClient,
	packPackage,
	startN8n,
} from '../n8n';

/** What n8n offers its users after it has been given a package. */
export interface Offered {
	/** The full names of the package's nodes. */
	readonly nodes: readonly string[];
	/** The names of the credentials that these nodes ask for. */
	readonly credentials: readonly string[];
}

/** Installs the packed package in an n8n that has nothing yet, and asks n8n what it offers now. */
export async function offeredByEmptyN8n(say: (line: string) => void): Promise<Offered> {
	const release = await installRelease(currentRelease, ({ elapsedSeconds, doing }) => {
		say(`  ${currentRelease.name}: ${String(elapsedSeconds)} s, ${doing}`);
	});
	const tarball = await packPackage();
	try {
		const n8n = await startN8n({ release, tarball });
		try {
			const client = new N8nClient(n8n.url);
			await client.setUpOwner();
			const nodes = (await client.nodeTypes()).filter(({ name }) =>
				name.startsWith(`${manifest.name}.`),
			);
			const asked = nodes.flatMap(({ credentials = [] }) => credentials.map(({ name }) => name));
			const known = new Set((await client.credentialTypes()).map(({ name }) => name));
			return {
				nodes: nodes.map(({ name }) => name).sort(),
				credentials: [...new Set(asked)].filter((name) => known.has(name)),
			};
		} finally {
			await n8n.stop();
		}
	} finally {
		await discardPackage(tarball);
	}
}
