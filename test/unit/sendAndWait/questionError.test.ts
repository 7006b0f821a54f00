import { questionError } from '../../../nodes/ChannelMessaging/sendAndWait/questionError';
import { approval } from './testQuestions';

const question = { ...approval, limit: undefined };

it('questionError rejects a question whose wait limit is in the past', () => {
	expect(questionError({ ...question, limit: { at: Date.now() - 1 } }, 1)).toMatchObject({
		message: "'Max Date and Time' is in the past",
		advice: 'Choose a later time, so that the contact has time to answer.',
	});
});
