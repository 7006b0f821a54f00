import { withToolParameters } from '../../../nodes/ChannelMessaging/sendAndWait/reviewedToolCall';

const label = "'Message'";

it("shows the tool's parameters as JSON", () => {
	const evaluate = jest.fn((template: string) => `evaluated: ${template}`);
	const raw = '=Run {{ $tool.name }}?\n{{ $tool.parameters }}';

	expect(withToolParameters({ label, raw, evaluate, value: '[object Object]' })).toMatchObject({
		value: 'evaluated: Run {{ $tool.name }}?\n{{ JSON.stringify($tool.parameters) }}',
	});
});

it("adds the tool's parameters to the default message of n8n before 2.41", () => {
	const evaluate = (template: string) => template;
	const raw = '=The agent wants to call {{ $tool.name }}';

	expect(withToolParameters({ label, raw, evaluate, value: '' }).value).toBe(
		'The agent wants to call {{ $tool.name }}:\n\n{{ JSON.stringify($tool.parameters) }}',
	);
});

it.each(['Approve?', '={{ $tool.parameters.text }}', '{{ $tool.parameters }}'])(
	'does not change the message %s',
	(raw) => {
		const message = { label, raw, evaluate: jest.fn(), value: 'Approve?' };

		expect(withToolParameters(message)).toBe(message);
	},
);
