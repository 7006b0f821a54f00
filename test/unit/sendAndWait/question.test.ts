import { type LinkTo, questionText } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { approval, approvalWithSingleLink, textQuestion } from './testQuestions';

const linkTo: LinkTo = (query) => `https://n8n.example.com/${JSON.stringify(query)}`;

it.each([
	[
		'a link for each choice',
		approval,
		'Yes: https://n8n.example.com/{"a":"1"}\n\nNo: https://n8n.example.com/{"a":"0"}',
	],
	[
		'a single link for an approval with a single link',
		approvalWithSingleLink,
		'Respond: https://n8n.example.com/{}',
	],
	['a single link for a form', textQuestion, 'Respond: https://n8n.example.com/{}'],
])('questionText contains %s', (_title, question, links) => {
	expect(questionText({ ...question, limit: undefined }, linkTo)).toBe(`Shall we?\n\n${links}`);
});
