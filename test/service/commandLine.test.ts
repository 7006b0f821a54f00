import { optionsFromFlags } from './commandLine';

describe('the flags', () => {
	it('may all be left out', () => {
		expect(optionsFromFlags([])).toEqual({ port: 4010, limits: {} });
	});

	it('say how the service behaves', () => {
		const flags =
			'--port 0 --token secret --channel-type viber --semantics tokenBucket --retry-after date ' +
			'--messages-per-second 0 --contact-calls-per-minute 7 --answer-milliseconds 150-250 ' +
			'--accept-unknown-contacts';
		expect(optionsFromFlags(flags.split(' '))).toEqual({
			port: 0,
			token: 'secret',
			channelType: 'viber',
			limits: {
				semantics: 'tokenBucket',
				retryAfter: 'date',
				messagesPerSecond: null,
				contactCallsPerMinute: 7,
			},
			answers: { minimumMilliseconds: 150, maximumMilliseconds: 250 },
			acceptUnknownContacts: true,
		});
	});

	it('take a single time to answer', () => {
		expect(optionsFromFlags(['--answer-milliseconds', '200']).answers).toEqual({
			minimumMilliseconds: 200,
			maximumMilliseconds: 200,
		});
	});

	it.each([
		['--port', '65536'],
		['--port', 'any'],
		['--channel-type', 'Viber'],
		['--semantics', 'leaky'],
		['--retry-after', 'minutes'],
		['--messages-per-second', '-1'],
		['--contact-calls-per-minute', '1.5'],
		['--answer-milliseconds', '250-150'],
		['--unknown', 'x'],
	])('say what is wrong: %s %s', (flag, value) => {
		expect(() => optionsFromFlags([`${flag}=${value}`])).toThrow(flag);
	});
});
