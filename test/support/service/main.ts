import { parseArgs } from 'node:util';
import { z } from 'zod';
import { freePort } from '../n8n';
import { configurationSchema, defaultConfiguration } from './configuration';
import { formatIssues } from './formatIssues';
import { type Service, startService } from './startService';

/** Documented in README.md. */
const flags = {
	port: { type: 'string', default: '4010' },
	token: { type: 'string', default: 'test-channel-token' },
	'channel-type': { type: 'string', default: 'other' },
	semantics: { type: 'string', default: 'slidingWindow' },
	'retry-after': { type: 'string', default: 'none' },
	'messages-per-second': { type: 'string', default: '25' },
	'contact-requests-per-minute': { type: 'string', default: '100' },
	'latency-ms': { type: 'string', default: '0' },
	'accept-unknown-contacts': { type: 'boolean', default: false },
} as const;

/** 0 disables a limit. */
const readLimit = (value: string): number | null => (value === '0' ? null : Number(value));

async function main(): Promise<void> {
	const { values } = parseArgs({ options: flags });
	const [minMs = 0, maxMs = minMs] = values['latency-ms'].split('-').map(Number);
	const configuration = configurationSchema.parse({
		...defaultConfiguration,
		channelType: values['channel-type'],
		limits: {
			semantics: values.semantics,
			retryAfter: values['retry-after'],
			messagesPerSecond: readLimit(values['messages-per-second']),
			contactRequestsPerMinute: readLimit(values['contact-requests-per-minute']),
		},
		latency: { minMs, maxMs },
		acceptUnknownContacts: values['accept-unknown-contacts'],
	});
	const port = await freePort(Number(values.port));
	if (values.port !== '0' && port !== Number(values.port)) {
		console.log(`Port ${values.port} is in use. Using another one.`);
	}
	const service = await startService({ ...configuration, port, token: values.token });
	console.log(greeting(service));
	const close = (): void => {
		void service.close();
	};
	process.once('SIGINT', close);
	process.once('SIGTERM', close);
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

main().catch((error: unknown) => {
	if (error instanceof z.ZodError) console.error(formatIssues(error));
	else console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
