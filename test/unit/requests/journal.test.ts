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
		itemJournal.answered('POST /a 0', answer);
		itemJournal.unknown('PUT /b 0', failure);
		expect(itemJournal.recall('POST /a 0')).toEqual({ kind: 'answered', answer });
		expect(itemJournal.recall('POST /a 1')).toBeUndefined();
		expect(itemJournal.recall('PUT /b 0')).toEqual({ kind: 'unknown', failure });
	});

	it('says which of its calls may have been done', () => {
		const failure = apiErrorWith('timedOut', 'unknown');
		const itemJournal = new RunJournal().item(0);
		itemJournal.answered('POST /a 0', answer);
		expect(itemJournal.doubt()).toBeUndefined();
		itemJournal.unknown('PUT /b 0', failure);
		expect(itemJournal.doubt()).toBe(failure);
		itemJournal.answered('PUT /b 0', answer);
		expect(itemJournal.doubt()).toBeUndefined();
	});

	it('says what was learned last', () => {
		const itemJournal = new RunJournal().item(0);
		itemJournal.unknown('POST /a 0', apiErrorWith('connectionLost', 'unknown'));
		itemJournal.answered('POST /a 0', answer);
		expect(itemJournal.recall('POST /a 0')).toEqual({ kind: 'answered', answer });
	});

	it('belongs to its item alone', () => {
		const journal = new RunJournal();
		journal.item(1).answered('POST /a 0', answer);
		expect(journal.item(0).recall('POST /a 0')).toBeUndefined();
		expect(journal.item(1)).toBe(journal.item(1));
	});
});
