import { operations as table } from '../../../nodes/ChannelMessaging/operations';
import { callsMade, callsOf, endingOperations, runOn } from '../../support/running/operationRuns';
import { theRunning } from '../../support/running/running';
import { addChannelMessaging } from './fixture/addChannelMessaging';
import { fillIn } from './fixture/fillIn';
import { inEditor } from './fixture/inEditor';

/** Every operation, filled in as a user does. */
export function operations(): void {
	for (const { action, resource, value, properties } of table) {
		const name = `${resource}/${value}`;
		if (!endingOperations.includes(name)) continue;
		inEditor(action, async (editor) => {
			const { service } = theRunning();
			await addChannelMessaging(editor, action);

			await fillIn(editor.nodeView.parameters, properties, runOn(service, name).parameters);
			// Lists of the editor ask the service, too.
			service.reset();
			const run = runOn(service, name);
			await editor.nodeView.execute();
			await editor.nodeView.succeeded();

			expect(callsMade(service)).toEqual(callsOf(run, 'other'));
			const [key = ''] = Object.keys(run.output[0] ?? {});
			await editor.nodeView.outputAsJson(new RegExp(key));
		});
	}
}
