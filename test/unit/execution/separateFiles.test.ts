import { separateFiles } from '../../../nodes/ChannelMessaging/execution/separateFiles';

const file = { mimeType: 'text/plain', data: '' };

it.each(['combined', 'separate'] as const)(
	"an item's input is empty if its JSON isn't an object (binary mode: %s)",
	(binaryMode) => {
		const inputOf = separateFiles({ getWorkflowSettings: () => ({ binaryMode }) });

		for (const json of [null, undefined, 'ana', ['ana'], 5]) {
			const item: object = { json, binary: { file } };
			expect(inputOf(item)).toEqual({ input: {}, files: { file } });
		}
		expect(inputOf(undefined)).toEqual({ input: {}, files: {} });
	},
);
