import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';

import { type ChannelCredential, readCredential } from '../ChannelMessaging/client/credential';
import type { AfterFailure } from '../ChannelMessaging/client/errorMessages/apiErrorText';
import { isRecord } from '../ChannelMessaging/client/isRecord';
import { toNodeError } from '../ChannelMessaging/execution/nodeError';
import { parametersBy } from '../ChannelMessaging/parameters/parameterSet';
import { isActivationPoll } from './activationPoll';
import { fetchTestEvent } from './fetchTestEvent';
import { OutdatedPolls } from './outdatedPolls';
import { pollPublished } from './publishedPoll';
import { type EnteredSettings, readTriggerSettings } from './settings';

const outdatedPolls = new OutdatedPolls();

export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	if (context.getMode() === 'manual') return await pollWith(context, 'testEvent', fetchTestEvent);
	const isActivation = isActivationPoll(context);
	const { id = '' } = context.getWorkflow();
	if (isActivation) {
		const activation = pollWith(
			context,
			'nextPoll',
			async (...poll) => await pollPublished(...poll, undefined),
		);
		return await outdatedPolls.activate(id, publicationOf(context), activation);
	}
	return await outdatedPolls.run(
		id,
		async (isOutdated) =>
			await pollWith(
				context,
				'nextPoll',
				async (...poll) => await pollPublished(...poll, isOutdated),
			),
	);
}

async function pollWith(
	context: IPollFunctions,
	next: AfterFailure,
	work: (
		context: IPollFunctions,
		credential: ChannelCredential,
		settings: EnteredSettings,
	) => Promise<IDataObject[]>,
): Promise<INodeExecutionData[][] | null> {
	const credential = await readCredential(context);
	try {
		const parameters = parametersBy((name) => context.getNodeParameter(name, null), {
			raw: context.getNode().parameters,
		});
		const settings = readTriggerSettings({ ...parameters, credential });
		const items = await work(context, credential, settings);
		return items.length === 0 ? null : [items.map((json) => ({ json }))];
	} catch (error) {
		throw toNodeError(error, { node: context.getNode(), token: credential.token, next });
	}
}

/**
 * Returns the object that n8n creates for each publication of a workflow. The contexts of all the
 * workflow's triggers share this object.
 */
function publicationOf(context: object): object {
	const workflow: unknown = Reflect.get(context, 'workflow');
	return isRecord(workflow) ? workflow : context;
}
