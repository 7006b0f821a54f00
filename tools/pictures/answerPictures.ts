import type { INodeParameters } from 'n8n-workflow';
import { approveOrDecline, sendQuestion } from '../../test/support/fixtures/question';
import type { Picture } from './picture';

/** The width of most phones. */
const phoneWidth = 390;

/** Returns a picture of the page that a contact opens to answer a question. */
function answerPage(height: number, question: INodeParameters): Picture {
	return async (window) => {
		const { links } = await sendQuestion(question);
		const page = await window.newPage(phoneWidth, height);
		await page.goto(Object.values(links)[0] ?? '');
		await page.getByRole('button').first().waitFor();
		const picture = await page.screenshot();
		await page.close();
		return picture;
	};
}

const options = (...labels: string[]) => ({ values: labels.map((option) => ({ option })) });

/** Pictures of the pages for answers, by name. */
export const answerPictures: Readonly<Record<string, Picture>> = {
	'answer-page': answerPage(440, {
		...approveOrDecline,
		message: 'Order 1042 comes to 480 euros. Shall we accept it?',
		approvalOptions: {
			values: { approvalType: 'double', approveLabel: 'Accept', disapproveLabel: 'Decline' },
		},
		options: {
			limitWaitTime: {
				values: { limitType: 'afterTimeInterval', resumeAmount: 1, resumeUnit: 'days' },
			},
		},
	}),

	'custom-form': answerPage(630, {
		responseType: 'customForm',
		message: 'Please tell us a few details, so that your table is ready.',
		formFields: {
			values: [
				{ fieldLabel: 'Name', placeholder: 'e.g. Ana Souto', requiredField: true },
				{ fieldLabel: 'How many guests?', fieldType: 'number' },
				{ fieldLabel: 'Time', fieldType: 'radio', fieldOptions: options('Lunch', 'Dinner') },
			],
		},
		options: { responseFormTitle: 'Your table on Saturday' },
	}),
};
