import { agentThatAnswers } from './agentThatAnswers';
import { approveALargeOrder } from './approveALargeOrder';
import { birthdayGreetings } from './birthdayGreetings';
import { campaignFromACsvFile } from './campaignFromACsvFile';
import { followUpAfterAForm } from './followUpAfterAForm';
import { followUpWithNewLeads } from './followUpWithNewLeads';
import { mcpServer } from './mcpServer';
import { quickReplySurvey } from './quickReplySurvey';
import { resumeAStoppedCampaign } from './resumeAStoppedCampaign';
import { saveContactsFromAWebhook } from './saveContactsFromAWebhook';
import { sendAWelcomeMessage } from './sendAWelcomeMessage';
import { tagByReplyTime } from './tagByReplyTime';

/** Each example by the name of its folder, and what it must do. */
export const runs: Readonly<Record<string, () => Promise<void>>> = {
	'agent-that-answers': agentThatAnswers,
	'approve-a-large-order': approveALargeOrder,
	'birthday-greetings': birthdayGreetings,
	'campaign-from-a-csv-file': campaignFromACsvFile,
	'follow-up-after-a-form': followUpAfterAForm,
	'follow-up-with-new-leads': followUpWithNewLeads,
	'mcp-server': mcpServer,
	'quick-reply-survey': quickReplySurvey,
	'resume-a-stopped-campaign': resumeAStoppedCampaign,
	'save-contacts-from-a-webhook': saveContactsFromAWebhook,
	'send-a-welcome-message': sendAWelcomeMessage,
	'tag-by-reply-time': tagByReplyTime,
};
