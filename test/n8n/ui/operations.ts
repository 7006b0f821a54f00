import { operations as table } from '../../../nodes/ChannelMessaging/operations';
import {
	receivedRequests,
	expectedRequests,
	operationsWithoutWait,
	prepareCase,
} from '../../support/fixtures/operationCases';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { addChannelMessaging } from './fixture/addChannelMessaging';
import { fillIn } from './fixture/fillIn';
import { editorTest } from './fixture/editorTest';

/** Every operation, filled in as a user does. */
export function operations(): void {
	for (const { action, resource, value, properties } of table) {
		const name = `${resource}/${value}`;
		if (!operationsWithoutWait.includes(name)) continue;
		editorTest(action, async (editor) => {
			const { service } = testEnvironment();
			await addChannelMessaging(editor, action);

			await fillIn(editor.nodeView.parameters, properties, prepareCase(service, name).parameters);
			// Lists of the editor ask the service, too.
			service.reset();
			const run = prepareCase(service, name);
			await editor.nodeView.execute();
			await editor.nodeView.succeeded();

			expect(receivedRequests(service)).toEqual(expectedRequests(run, 'other'));
			const [key = ''] = Object.keys(run.output[0] ?? {});
			await editor.nodeView.outputAsJson(new RegExp(key));
		});
	}
}
