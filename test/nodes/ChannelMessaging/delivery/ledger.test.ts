import { Ledger, ledgerOf } from '../../../../nodes/ChannelMessaging/delivery/ledger';
import { channelFailure } from './channelFailure';

const answer = { status: 200, headers: {}, text: '{"status":"Success"}' };

describe("the ledger of a node's run", () => {
	it('is the same for every try of the run', () => {
		const executionData = {};
		const ledger = ledgerOf(executionData);
		ledger.item(3).answered('POST /a 0', answer);
		expect(ledgerOf(executionData)).toBe(ledger);
		expect(ledgerOf(executionData).item(3).recall('POST /a 0')).toEqual({
			kind: 'answered',
			answer,
		});
	});

	it('is another for another run, even where its data look the same', () => {
		expect(ledgerOf({ data: 1 })).not.toBe(ledgerOf({ data: 1 }));
	});

	it('starts with nothing known', () => {
		const ledger = new Ledger();
		expect(ledger.refusedToken).toBeUndefined();
		expect(ledger.item(0).recall('POST /a 0')).toBeUndefined();
	});
});

describe('the record of an item', () => {
	it('remembers each call by its key', () => {
		const failure = channelFailure('timedOut', 'unsure');
		const record = new Ledger().item(0);
		record.answered('POST /a 0', answer);
		record.unsure('PUT /b 0', failure);
		expect(record.recall('POST /a 0')).toEqual({ kind: 'answered', answer });
		expect(record.recall('POST /a 1')).toBeUndefined();
		expect(record.recall('PUT /b 0')).toEqual({ kind: 'unsure', failure });
	});

	it('says which of its calls may have been done', () => {
		const failure = channelFailure('timedOut', 'unsure');
		const record = new Ledger().item(0);
		record.answered('POST /a 0', answer);
		expect(record.doubt()).toBeUndefined();
		record.unsure('PUT /b 0', failure);
		expect(record.doubt()).toBe(failure);
		record.answered('PUT /b 0', answer);
		expect(record.doubt()).toBeUndefined();
	});

	it('says what was learned last', () => {
		const record = new Ledger().item(0);
		record.unsure('POST /a 0', channelFailure('connectionLost', 'unsure'));
		record.answered('POST /a 0', answer);
		expect(record.recall('POST /a 0')).toEqual({ kind: 'answered', answer });
	});

	it('belongs to its item alone', () => {
		const ledger = new Ledger();
		ledger.item(1).answered('POST /a 0', answer);
		expect(ledger.item(0).recall('POST /a 0')).toBeUndefined();
		expect(ledger.item(1)).toBe(ledger.item(1));
	});
});
