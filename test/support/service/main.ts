import { parseArgs } from 'node:util';
import { z } from 'zod';
import { freePort } from '../n8n';
import { configurationSchema, defaultConfiguration } from './configuration';
import { describeMistakes } from './describeMistakes';
import { type Service, startService } from './startService';

/** The flags with their defaults, as README.md lists them. */
const flags = {
	port: { type: 'string', default: '4010' },
	token: { type: 'string', default: 'test-channel-token' },
	'channel-type': { type: 'string', default: 'other' },
	semantics: { type: 'string', default: 'slidingWindow' },
	'retry-after': { type: 'string', default: 'seconds' },
	'messages-per-second': { type: 'string', default: '25' },
	'contact-calls-per-minute': { type: 'string', default: '100' },
	'answer-milliseconds': { type: 'string', default: '0' },
	'accept-unknown-contacts': { type: 'boolean', default: false },
} as const;

/** A limit of 0 is none. */
const limitOf = (given: string): number | null => (given === '0' ? null : Number(given));

async function main(): Promise<void> {
	const { values: given } = parseArgs({ options: flags });
	const [least = 0, most = least] = given['answer-milliseconds'].split('-').map(Number);
	const configuration = configurationSchema.parse({
		...defaultConfiguration,
		channelType: given['channel-type'],
		limits: {
			semantics: given.semantics,
			retryAfter: given['retry-after'],
			messagesPerSecond: limitOf(given['messages-per-second']),
			contactCallsPerMinute: limitOf(given['contact-calls-per-minute']),
		},
		answers: { minimumMilliseconds: least, maximumMilliseconds: most },
		acceptUnknownContacts: given['accept-unknown-contacts'],
	});
	const port = await freePort(Number(given.port));
	if (given.port !== '0' && port !== Number(given.port)) {
		console.log(`Port ${given.port} is taken: using another.`);
	}
	const service = await startService({ ...configuration, port, token: given.token });
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
		'The channel service is running. Ctrl-C ends it.',
		'',
		`  Inbox         ${url}/   (open in a browser)`,
		`  Base URL      ${url}   (for the credential)`,
		`  Token         ${token}   (for the credential)`,
		`  Statistics    ${url}/_service/statistics`,
		`  All contacts  ${url}/_service/contacts`,
		'',
		'  Contact identifiers',
		...[0, 5, 10, 15, 20].map((row) => `    ${ids.slice(row, row + 5).join('  ')}`),
		'',
	].join('\n');
}

main().catch((error: unknown) => {
	if (error instanceof z.ZodError) console.error(describeMistakes(error));
	else console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
});
