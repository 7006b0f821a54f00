import { parseArgs } from 'node:util';
import { freePort } from '../n8n';
import { type Service, startService } from './startService';

async function main(): Promise<void> {
	const flags = { port: { type: 'string', default: '4010' } } as const;
	const { port } = parseArgs({ options: flags }).values;
	const service = await startService({ port: await freePort(Number(port)) });
	console.log(greeting(service));
	for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void service.close());
}

function greeting({ url, token, contacts }: Service): string {
	const ids = contacts.all().map(({ id }) => id);
	return [
		'',
		'The local service is running. Press Ctrl+C to stop it.',
		'',
		`  Inbox         ${url}/   (open in a browser)`,
		`  Base URL      ${url}   (for the credential)`,
		`  Token         ${token}   (for the credential)`,
		`  Statistics    ${url}/_service/statistics`,
		`  All contacts  ${url}/_service/contacts`,
		'',
		'  Contact IDs',
		...[0, 5, 10, 15, 20].map((row) => `    ${ids.slice(row, row + 5).join('  ')}`),
		'',
	].join('\n');
}

void main();
