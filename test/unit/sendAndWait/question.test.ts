import { type LinkTo, questionContent } from '../../../nodes/ChannelMessaging/sendAndWait/question';
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
])('questionContent contains %s', (_title, question, links) => {
	expect(questionContent({ ...question, limit: undefined }, linkTo)).toEqual({
		type: 'text',
		text: `Shall we?\n\n${links}`,
	});
});
