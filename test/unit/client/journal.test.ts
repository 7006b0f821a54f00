import { ItemJournal } from '../../../nodes/ChannelMessaging/client/journal';
import { apiErrorWith } from './apiErrorWith';
import { apiResponse, textResponse } from './apiResponse';

const envelope = { status: 'Success', message: 'Message Sent', data: [] };

describe('ItemJournal', () => {
	it('keeps the JSON of a response without its text and headers', () => {
		const journal = new ItemJournal();
		journal.keepResponse('POST /1', apiResponse(envelope, 200, { 'content-type': 'text/plain' }));

		expect(journal.results.get('POST /1')).toEqual({
			status: 200,
			headers: {},
			text: '',
			json: envelope,
			isJson: true,
		});
	});

	it('keeps the beginning of a response that is not JSON', () => {
		const journal = new ItemJournal();
		journal.keepResponse('POST /1', textResponse(`<h1>${'x'.repeat(100_000)}`));

		expect(journal.results.get('POST /1')).toHaveProperty('text', `<h1>${'x'.repeat(796)}`);
	});

	it('keeps only errors with an unknown outcome if n8n does not retry the node', () => {
		const journal = new ItemJournal(false);
		const error = apiErrorWith('timedOut', 'unknown');
		journal.keepResponse('POST /1', apiResponse(envelope));
		journal.results.set('POST /2', error);

		expect([...journal.results.values()]).toEqual([error]);
		expect(journal.hasUnknownOutcome()).toBe(true);
	});
});
