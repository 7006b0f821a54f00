import { RunJournal } from '../../../nodes/ChannelMessaging/requests/journal';
import { apiErrorWith } from '../api/apiErrorWith';
import { apiResponse } from '../api/apiResponse';

const answer = apiResponse({ status: 'Success' });

describe("the journal of a node's run", () => {
	it('starts with nothing known', () => {
		const journal = new RunJournal();
		expect(journal.refusedToken).toBeUndefined();
		expect(journal.item(0).recall('POST /a 0')).toBeUndefined();
	});
});

describe('the journal of an item', () => {
	it('remembers each call by its key', () => {
		const failure = apiErrorWith('timedOut', 'unknown');
		const itemJournal = new RunJournal().item(0);
		itemJournal.remember('POST /a 0', answer);
		itemJournal.remember('PUT /b 0', failure);
		expect(itemJournal.recall('POST /a 0')).toBe(answer);
		expect(itemJournal.recall('POST /a 1')).toBeUndefined();
		expect(itemJournal.recall('PUT /b 0')).toBe(failure);
	});

	it('says which of its calls may have been done', () => {
		const failure = apiErrorWith('timedOut', 'unknown');
		const itemJournal = new RunJournal().item(0);
		itemJournal.remember('POST /a 0', answer);
		expect(itemJournal.doubt()).toBeUndefined();
		itemJournal.remember('PUT /b 0', failure);
		expect(itemJournal.doubt()).toBe(failure);
		itemJournal.remember('PUT /b 0', answer);
		expect(itemJournal.doubt()).toBeUndefined();
	});

	it('says what was learned last', () => {
		const itemJournal = new RunJournal().item(0);
		itemJournal.remember('POST /a 0', apiErrorWith('connectionLost', 'unknown'));
		itemJournal.remember('POST /a 0', answer);
		expect(itemJournal.recall('POST /a 0')).toBe(answer);
	});

	it('belongs to its item alone', () => {
		const journal = new RunJournal();
		journal.item(1).remember('POST /a 0', answer);
		expect(journal.item(0).recall('POST /a 0')).toBeUndefined();
		expect(journal.item(1)).toBe(journal.item(1));
	});
});
