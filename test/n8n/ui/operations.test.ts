import { operations as table } from '../../../nodes/ChannelMessaging/operations';
import {
	receivedRequests,
	expectedRequests,
	operationsWithoutWait,
	prepareCase,
} from '../../support/fixtures/operationCases';
import { addChannelMessaging } from './fixture/addChannelMessaging';
import { fillIn } from './fixture/fillIn';
import { expect, test } from './fixture/test';

for (const { action, resource, value, properties } of table) {
	const name = `${resource}/${value}`;
	if (!operationsWithoutWait.includes(name)) continue;
	test(`${action}: the form produces the expected requests`, async ({ editor, service }) => {
		await addChannelMessaging(editor, action);

		await fillIn(editor.nodeView.parameters, properties, prepareCase(service, name).parameters);
		// The editor's lists also send requests.
		service.reset();
		const operationCase = prepareCase(service, name);
		await editor.nodeView.execute();
		await editor.nodeView.waitForSuccess();

		expect(receivedRequests(service)).toEqual(expectedRequests(operationCase, 'other'));
		const [key = ''] = Object.keys(operationCase.output[0] ?? {});
		await editor.nodeView.waitForJson(new RegExp(key));
	});
}
