import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { type Execution, outputOf, type StoredWorkflow } from '../../support/n8n';
import {
	answerForm,
	contactWith,
	endForm,
	enterForm,
	executionAfter,
	importExample,
	type ImportOptions,
	pathOf,
	post,
	received,
	type Received,
} from './importedExample';

/**
 * An input of an example, and the expected results. Without `body` and entries, the example is
 * executed manually. Objects are compared with `toMatchObject`.
 */
export interface Step {
	/** The trigger of a manual execution, if it isn't the first one. */
	readonly trigger?: string;
	/** The body of a request to the webhook. */
	readonly body?: unknown;
	/** The entries of the form, in the order of its fields. */
	readonly entries?: readonly (Blob | string)[];
	/** A text on the form's second page, and the answer there. */
	readonly asks?: readonly [text: string, answer: string];
	/** The entries of the form in a manual execution, which uses the sample data of other nodes. */
	readonly testEntries?: readonly (Blob | string)[];
	/** A change of the service before the input. */
	readonly before?: () => void;
	readonly sends?: readonly Received[];
	readonly outputs?: Readonly<Record<string, readonly object[]>>;
	readonly responds?: object;
	/** Texts on the last page of the form. */
	readonly shows?: readonly string[];
	/** A part of the execution's error. */
	readonly fails?: string;
	/** Contacts after the execution, by phone number. */
	readonly contacts?: Readonly<Record<string, object>>;
	/** Other expectations after the execution. */
	readonly after?: () => void;
}

/** The inputs of an example in order, and the changes of a user after the import. */
export interface ExampleCase extends ImportOptions {
	readonly steps: readonly Step[];
}

export async function runExample(name: string, { steps, ...options }: ExampleCase): Promise<void> {
	const { client } = testEnvironment();
	const workflow = await importExample(name, options);
	const isPublished = steps.some(({ body, entries }) => (body ?? entries) !== undefined);
	// Forms can only be tested in unpublished workflows.
	if (isPublished) await client.activateWorkflow(workflow.id);
	const webhook = pathOf(name, 'webhook');
	if (webhook !== undefined) {
		expect(await post(webhook, {}, 'another secret')).toMatchObject({ status: 403 });
	}
	for (const step of steps) await runStep(step, name, workflow);
	if (isPublished) await client.deactivateWorkflow(workflow.id);
}

async function runStep(step: Step, name: string, workflow: StoredWorkflow): Promise<void> {
	const { service } = testEnvironment();
	const sentBefore = service.messages.length;
	step.before?.();

	const execution = await executionFor(step, name, workflow);

	if (step.fails === undefined) expect(execution.error).toBeUndefined();
	else expect(execution.error?.message).toContain(step.fails);
	for (const [node, items] of Object.entries(step.outputs ?? {})) {
		expect(outputOf(execution, node).map(({ json }) => json)).toMatchObject(items);
	}
	expect(received(sentBefore)).toEqual(step.sends ?? []);
	for (const [phone, contact] of Object.entries(step.contacts ?? {})) {
		expect(contactWith(phone)).toMatchObject(contact);
	}
	step.after?.();
}

/** Returns the ended execution that an input starts. */
async function executionFor(
	{ trigger, body, entries, asks, testEntries, responds, shows }: Step,
	name: string,
	workflow: StoredWorkflow,
): Promise<Execution> {
	const { client } = testEnvironment();
	const before = (await client.listExecutions(workflow.id)).length;
	if (body !== undefined) {
		const response = await post(pathOf(name, 'webhook') ?? '', body);
		expect(response).toMatchObject(responds ?? { status: 200 });
	} else if (entries !== undefined) {
		const page = await enterForm(pathOf(name, 'formTrigger') ?? '', entries);
		if (asks !== undefined) {
			const [text, answer] = asks;
			expect(await answerForm(page, answer)).toContain(text);
		}
		if (shows !== undefined) {
			const html = await endForm(page);
			for (const shown of shows) expect(html).toContain(shown);
		}
	} else if (testEntries !== undefined) {
		const form = workflow.nodes.find(({ type }) => type.endsWith('.formTrigger'));
		await client.waitForTestEvent(workflow, form?.name ?? '');
		await enterForm(pathOf(name, 'formTrigger') ?? '', testEntries, 'form-test');
	} else {
		return await client.waitForExecution(await client.startWorkflow(workflow, trigger));
	}
	return await executionAfter(before, workflow.id);
}
