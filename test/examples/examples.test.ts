import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { useN8n } from '../e2e/fixture/running';
import { exampleNames, examplesFolder } from './exampleFolder';
import { agentThatAnswers } from './runs/agentThatAnswers';
import { birthdayGreetings } from './runs/birthdayGreetings';
import { campaignFromACsvFile } from './runs/campaignFromACsvFile';
import { followUpAfterAForm } from './runs/followUpAfterAForm';
import { quickReplySurvey } from './runs/quickReplySurvey';
import { saveContactsFromAWebhook } from './runs/saveContactsFromAWebhook';
import { sendAWelcomeMessage } from './runs/sendAWelcomeMessage';
import { tagByReplyTime } from './runs/tagByReplyTime';

jest.setTimeout(180_000);

useN8n();

/** Each example by the name of its folder, and what it must do. */
const runs: Readonly<Record<string, () => Promise<void>>> = {
	'agent-that-answers': agentThatAnswers,
	'birthday-greetings': birthdayGreetings,
	'campaign-from-a-csv-file': campaignFromACsvFile,
	'follow-up-after-a-form': followUpAfterAForm,
	'quick-reply-survey': quickReplySurvey,
	'save-contacts-from-a-webhook': saveContactsFromAWebhook,
	'send-a-welcome-message': sendAWelcomeMessage,
	'tag-by-reply-time': tagByReplyTime,
};

test('every example is run here, and has its description and its picture', async () => {
	const names = await exampleNames();
	expect(Object.keys(runs)).toEqual(names);
	const files = names.flatMap((name) =>
		['README.md', 'workflow.png'].map((file) => join(examplesFolder, name, file)),
	);
	expect(files.filter((file) => !existsSync(file))).toEqual([]);
});

describe('imported and run, the example', () => {
	test.each(Object.entries(runs))('%s', async (_name, run) => {
		await run();
	});
});
