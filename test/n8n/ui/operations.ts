import { operations as table } from '../../../nodes/ChannelMessaging/operations';
import { callsMade, type OperationRun, runOf } from '../../support/running/operationRuns';
import { theRunning } from '../../support/running/running';
import type { Parameters } from './editor/parameters';
import { addChannelMessaging } from './fixture/addChannelMessaging';
import { inEditor } from './fixture/inEditor';

/** A field of the item that the run in a workflow takes its values from. */
const given = ({ item }: OperationRun, field: string): string => String(item?.[field]);

async function byId(parameters: Parameters, run: OperationRun): Promise<void> {
	await parameters.locator('contactId').enter('By ID', given(run, 'contactId'));
}

async function byPhone(parameters: Parameters, run: OperationRun): Promise<void> {
	await parameters.enter('fieldName', 'phone');
	await parameters.enter('fieldValue', given(run, 'phone'));
}

async function customField(parameters: Parameters, name: string, value: string): Promise<void> {
	await parameters.locator('name').search(name);
	await parameters.locator('name').take(name);
	await parameters.enter('value', value);
}

async function tags(parameters: Parameters, run: OperationRun): Promise<void> {
	await byId(parameters, run);
	await parameters.enter('name', 'new');
	await parameters.addRow('tags');
	await parameters.enter('name', given(run, 'tag'), 1);
}

/** What a user fills in for each operation, so that the calls of its run result. */
const forms: Readonly<
	Record<string, (parameters: Parameters, run: OperationRun) => Promise<void>>
> = {
	'message/send': async (parameters, run) => {
		await byId(parameters, run);
		await parameters.enter('text', given(run, 'text'));
	},
	'contact/create': async (parameters, run) => {
		await customField(parameters, 'phone', given(run, 'phone'));
	},
	'contact/upsert': async (parameters, run) => {
		await byPhone(parameters, run);
		await customField(parameters, 'firstName', 'Ana');
	},
	'contact/get': byId,
	'contact/getAll': byPhone,
	'contact/update': async (parameters, run) => {
		await byId(parameters, run);
		await customField(parameters, 'email', '');
	},
	'contact/addTags': tags,
	'contact/removeTags': tags,
};

/** Every operation, filled in as a user does. */
export function operations(): void {
	for (const { action, resource, value } of table) {
		inEditor(action, async (editor) => {
			const name = `${resource}/${value}`;
			const run = runOf(name);
			await addChannelMessaging(editor, action);

			await forms[name]?.(editor.nodeView.parameters, run);
			// Lists of the editor ask the service, too.
			theRunning().service.reset();
			await editor.nodeView.execute();
			await editor.nodeView.succeeded();

			expect(callsMade()).toEqual(run.calls);
			const [key = ''] = Object.keys(run.output[0] ?? {});
			await editor.nodeView.outputAsJson(new RegExp(key));
		});
	}
}
