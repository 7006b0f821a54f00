import { createdId } from '../../support/service';
import { testEnvironment } from '../../support/fixtures/testEnvironment';
import { withCredentials } from '../examples/exampleFiles';
import { savedWorkflows } from './savedWorkflows';

/** Workflows saved with released versions send the same requests in the current version. */
export function savedWorkflowsRun(): void {
	test.each(savedWorkflows)(
		'$version/$file sends the same requests as in the release that saved it',
		async ({ workflow, calls }) => {
			const { client, credential, service } = testEnvironment();
			const nodes = workflow.nodes.map((node) => withCredentials(node, [credential]));

			const execution = await client.runWorkflow({ ...workflow, nodes });

			expect(execution.error?.message).toBeUndefined();
			expect(execution.status).toBe('success');
			const contact = service.contacts.all().at(-1)?.id ?? '';
			expect(
				service.requests.map(({ method, path, body }) => ({
					method,
					path: path.replace(createdId(contact), '{contact}').replace(contact, '{contact}'),
					...(body === undefined ? {} : { body }),
				})),
			).toEqual(calls);
		},
	);
}
