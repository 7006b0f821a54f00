import { agentThatAnswers } from './agentThatAnswers';
import { appointmentReminders } from './appointmentReminders';
import { approveALargeOrder } from './approveALargeOrder';
import { birthdayGreetings } from './birthdayGreetings';
import { broadcastFromGoogleSheets } from './broadcastFromGoogleSheets';
import { campaignFromACsvFile } from './campaignFromACsvFile';
import { followUpAfterAForm } from './followUpAfterAForm';
import { followUpWithNewLeads } from './followUpWithNewLeads';
import { mcpServer } from './mcpServer';
import { optOutList } from './optOutList';
import { orderMessagesFromYourShop } from './orderMessagesFromYourShop';
import { quickReplySurvey } from './quickReplySurvey';
import { quietHours } from './quietHours';
import { resumeAStoppedCampaign } from './resumeAStoppedCampaign';
import { saveContactsFromAWebhook } from './saveContactsFromAWebhook';
import { sendAWelcomeMessage } from './sendAWelcomeMessage';
import { tagByReplyTime } from './tagByReplyTime';
import { uploadAFileAndSendItsLink } from './uploadAFileAndSendItsLink';

/** The tests of the examples, by folder name. */
export const runs: Readonly<Record<string, () => Promise<void>>> = {
	'agent-that-answers': agentThatAnswers,
	'appointment-reminders': appointmentReminders,
	'approve-a-large-order': approveALargeOrder,
	'birthday-greetings': birthdayGreetings,
	'broadcast-from-google-sheets': broadcastFromGoogleSheets,
	'campaign-from-a-csv-file': campaignFromACsvFile,
	'follow-up-after-a-form': followUpAfterAForm,
	'follow-up-with-new-leads': followUpWithNewLeads,
	'mcp-server': mcpServer,
	'opt-out-list': optOutList,
	'order-messages-from-your-shop': orderMessagesFromYourShop,
	'quick-reply-survey': quickReplySurvey,
	'quiet-hours': quietHours,
	'resume-a-stopped-campaign': resumeAStoppedCampaign,
	'save-contacts-from-a-webhook': saveContactsFromAWebhook,
	'send-a-welcome-message': sendAWelcomeMessage,
	'tag-by-reply-time': tagByReplyTime,
	'upload-a-file-and-send-its-link': uploadAFileAndSendItsLink,
};
