import type { IPollFunctions } from 'n8n-workflow';

import { budgetOf, unlimitedBudgetMs } from './pollBudget';

/**
 * The contexts of earlier polls. Without n8n's durable scheduler, all polls of a published workflow
 * share a context.
 */
const knownContexts = new WeakSet<object>();

/**
 * Returns whether this is the first poll after the workflow was published or n8n started. n8n waits
 * for it before scheduling other polls. Polls by the durable scheduler also have new contexts, but
 * they differ in having a time budget and the activation mode `update`.
 */
export function isActivationPoll(context: IPollFunctions): boolean {
	if (knownContexts.has(context)) return false;
	knownContexts.add(context);
	return context.getActivationMode() !== 'update' || budgetOf(context) === unlimitedBudgetMs;
}
