import type { InstalledRelease } from '../../support/n8n';
import { type Service, startService } from '../../support/service';
import { type Campaign, type CampaignPlan, startCampaign } from './campaign';
import { type QueueMode, startQueueMode } from './queueMode';

/** The limit of section 8. */
export const messagesPerSecond = 25;

/** An n8n in queue mode, and a service with one token for all of its workers. */
export interface Stage {
	readonly service: Service;
	readonly queueMode: QueueMode;
	/** Starts a campaign; the service and its limits begin anew. */
	campaign(plan: CampaignPlan): Promise<Campaign>;
	/** Ends everything, and removes all data. */
	close(): Promise<void>;
}

/** What to set the stage with. */
export interface StageParts {
	readonly release: InstalledRelease;
	readonly tarball: string;
	readonly workers: number;
	/** What the credential allows each worker; the whole limit if not given. */
	readonly messagesPerSecond?: number;
	/** Done to each folder in which the package has been installed, before n8n starts there. */
	readonly prepare?: (userFolder: string) => Promise<void>;
}

/** Starts the local service with the limits of section 8, and n8n in queue mode. */
export async function openStage(parts: StageParts): Promise<Stage> {
	const service = await startService({
		acceptUnknownContacts: true,
		answers: { minimumMilliseconds: 150, maximumMilliseconds: 250 },
		limits: { messagesPerSecond },
	});
	try {
		const queueMode = await startQueueMode(parts);
		const close = async (): Promise<void> => {
			await queueMode.stop();
			await service.close();
		};
		try {
			const { client, webhook } = queueMode;
			const credential = await client.createCredential({
				name: 'Channel',
				type: 'channelMessagingApi',
				data: {
					baseUrl: service.url,
					token: service.token,
					channelType: 'other',
					messagesPerSecond: parts.messagesPerSecond ?? messagesPerSecond,
					contactCallsPerMinute: 100,
				},
			});
			return {
				service,
				queueMode,
				campaign: async (plan) => {
					service.reset();
					return await startCampaign({ client, webhookUrl: webhook.url, credential }, plan);
				},
				close,
			};
		} catch (failure) {
			await close();
			throw failure;
		}
	} catch (failure) {
		await service.close();
		throw failure;
	}
}
