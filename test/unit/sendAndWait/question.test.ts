import { type LinkTo, questionText } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { approval, approvalWithSingleLink, textQuestion } from './testQuestions';

const limit = undefined;
const linkTo: LinkTo = (query) => `https://n8n.example.com/${JSON.stringify(query)}`;

it('questionText contains a link for each choice', () => {
	expect(questionText({ ...approval, limit }, linkTo)).toBe(
		[
			'Shall we?',
			'Yes: https://n8n.example.com/{"a":"1"}',
			'No: https://n8n.example.com/{"a":"0"}',
		].join('\n\n'),
	);
});

it.each([
	['an approval with a single link', approvalWithSingleLink],
	['a form', textQuestion],
])('questionText contains a single link for %s', (_, question) => {
	expect(questionText({ ...question, limit }, linkTo)).toBe(
		'Shall we?\n\nRespond: https://n8n.example.com/{}',
	);
});
