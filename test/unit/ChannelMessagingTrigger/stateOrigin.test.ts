import { originOf } from '../../../nodes/ChannelMessagingTrigger/stateOrigin';

const included = { process: 'other', save: 3 };
const newer = { process: 'other', save: 4 };
const includedSaves = new Map([['other', 3]]);
const known = { baseline: 'same', includedSaves };
const otherKnown = { baseline: 'other', includedSaves };

it.each([
	['nothing', 'nothing', undefined, undefined, 'newBaseline'],
	['the same baseline', 'nothing', known, undefined, 'memory'],
	['another baseline', 'nothing', otherKnown, undefined, 'newBaseline'],
	['the same baseline', 'an included save', known, { ...included, baseline: 'same' }, 'memory'],
	[
		'another baseline',
		'an included save',
		otherKnown,
		{ ...included, baseline: 'same' },
		'newBaseline',
	],
	['the same baseline', 'a newer save', known, { ...newer, baseline: 'same' }, 'staticData'],
	['another baseline', 'a newer save', otherKnown, { ...newer, baseline: 'same' }, 'staticData'],
	['nothing', 'a save', undefined, { ...included, baseline: 'same' }, 'staticData'],
	[
		'the same baseline',
		'a newer save of another',
		known,
		{ ...newer, baseline: 'other' },
		'newBaseline',
	],
	['nothing', 'a save of another', undefined, { ...newer, baseline: 'other' }, 'newBaseline'],
	[
		'the same baseline',
		'the first save of an unknown process',
		known,
		{ process: 'third', save: 1, baseline: 'same' },
		'staticData',
	],
] as const)(
	'with %s in memory and %s in static data, a poll continues its state from the latest one',
	(_memory, _staticData, memory, stored, origin) => {
		expect(originOf(memory, stored, { baseline: 'same', isPublished: false })).toBe(origin);
		expect(originOf(memory, stored, { baseline: 'same', isPublished: true })).toBe('newBaseline');
	},
);
