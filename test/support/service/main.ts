import { parseArgs } from 'node:util';
import { z } from 'zod';
import { freePort } from '../n8n';
import { configurationSchema, limitsSchema } from './configuration';
import { describeMistakes } from './describeMistakes';
import { type Service, startService } from './startService';

const wholeNumber = z.string().regex(/^\d+$/, 'is not a whole number').transform(Number);
/** 0 lifts the limit. */
const limit = wholeNumber.transform((calls) => (calls === 0 ? null : calls));

/** The flags with their defaults, as README.md lists them. */
const flags = z
	.object({
		port: wholeNumber.default('4010'),
		token: z.string().default('test-channel-token'),
		'channel-type': configurationSchema.shape.channelType.default('other'),
		semantics: limitsSchema.shape.semantics.default('slidingWindow'),
		'retry-after': limitsSchema.shape.retryAfter.default('seconds'),
		'messages-per-second': limit.default('25'),
		'contact-calls-per-minute': limit.default('100'),
		'answer-milliseconds': z
			.string()
			.regex(/^\d+(-\d+)?$/, 'is not a time such as 200 or 150-250')
			.default('0'),
		'accept-unknown-contacts': z.boolean().default(false),
	})
	.strict();

async function main(): Promise<void> {
	const options = Object.keys(flags.shape).map((name) => {
		const type = name === 'accept-unknown-contacts' ? 'boolean' : 'string';
		return [name, { type }] as const;
	});
	const given = flags.parse(parseArgs({ options: Object.fromEntries(options) }).values);
	const [least = 0, most = least] = given['answer-milliseconds'].split('-').map(Number);
	const port = await freePort(given.port);
	if (given.port !== 0 && port !== given.port) {
		console.log(`Port ${String(given.port)} is taken: using another.`);
	}
	const service = await startService({
		port,
		token: given.token,
		channelType: given['channel-type'],
		limits: {
			semantics: given.semantics,
			retryAfter: given['retry-after'],
			messagesPerSecond: given['messages-per-second'],
			contactCallsPerMinute: given['contact-calls-per-minute'],
		},
		answers: { minimumMilliseconds: least, maximumMilliseconds: most },
		acceptUnknownContacts: given['accept-unknown-contacts'],
	});
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
