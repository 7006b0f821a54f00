import { optionsFromFlags } from './commandLine';
import type { ServiceOptions } from './options';
import { type Service, startService } from './startService';

async function main(): Promise<void> {
	const options = optionsFromFlags(process.argv.slice(2));
	const service = await startOnFreePort(options);
	console.log(greeting(service));
	const close = (): void => {
		void service.close();
	};
	process.once('SIGINT', close);
	process.once('SIGTERM', close);
}

async function startOnFreePort(options: ServiceOptions): Promise<Service> {
	try {
		return await startService(options);
	} catch (error) {
		if (!isPortTaken(error)) throw error;
		console.log(`Port ${String(options.port)} is taken: using another.`);
		return await startService({ ...options, port: 0 });
	}
}

function isPortTaken(error: unknown): boolean {
	return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function greeting(service: Service): string {
	const ids = service.contacts.all().map(({ id }) => id);
	return [
		'',
		'The channel service is running. Ctrl-C ends it.',
		'',
		`  Inbox         ${service.url}/   (open in a browser)`,
		`  Base URL      ${service.url}   (for the credential)`,
		`  Token         ${service.token}   (for the credential)`,
		`  Statistics    ${service.url}/_service/statistics`,
		`  All contacts  ${service.url}/_service/contacts`,
		'',
		'  Contact identifiers',
		...rowsOf(ids, 5).map((row) => `    ${row.join('  ')}`),
		'',
	].join('\n');
}

function rowsOf<Item>(items: readonly Item[], perRow: number): Item[][] {
	const rows: Item[][] = [];
	for (let start = 0; start < items.length; start += perRow) {
		rows.push(items.slice(start, start + perRow));
	}
	return rows;
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
