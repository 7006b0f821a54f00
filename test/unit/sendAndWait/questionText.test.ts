import { type LinkTo, questionText } from '../../../nodes/ChannelMessaging/sendAndWait/question';
import { anApproval, aTextQuestion } from './aQuestion';

const limit = undefined;
const linkTo: LinkTo = (query) => `https://n8n.example.com/${JSON.stringify(query)}`;

it('a question goes out with a link for each answer', () => {
	expect(questionText({ ...anApproval, limit }, linkTo)).toBe(
		[
			'Shall we?',
			'Yes: https://n8n.example.com/{"approved":"true"}',
			'No: https://n8n.example.com/{"approved":"false"}',
		].join('\n\n'),
	);
});

it('a question that is answered in words goes out with one link', () => {
	expect(questionText({ ...aTextQuestion, limit }, linkTo)).toBe(
		'Shall we?\n\nRespond: https://n8n.example.com/{}',
	);
});
