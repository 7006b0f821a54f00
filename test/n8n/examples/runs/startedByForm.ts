import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testEnvironment } from '../../../support/fixtures/testEnvironment';
import { outputOf } from '../../../support/n8n';
import { examplesFolder } from '../exampleFiles';
import {
	amara,
	contactWith,
	endForm,
	enterForm,
	executionOf,
	firstExecution,
	importExample,
	lucia,
	received,
	recipients,
	text,
} from '../importedExample';

/** Examples that start with a submitted form. */
export const startedByForm = {
	'campaign-from-a-csv-file': async () => {
		const example = 'campaign-from-a-csv-file';
		const workflow = await importExample(example);
		await testEnvironment().client.activateWorkflow(workflow.id);
		const upload = async (csv: string): Promise<string> =>
			await endForm(await enterForm('campaign-form', [new Blob([csv], { type: 'text/csv' })]));

		const page = await upload(
			readFileSync(join(examplesFolder, example, 'recipients.csv'), 'utf8'),
		);

		const execution = await firstExecution(workflow.id);
		expect(execution.status).toBe('success');
		expect(recipients()).toEqual([amara, lucia]);
		expect(page).toContain('2 sent, 1 not sent');
		expect(page).toContain('not-sent.csv');
		expect(outputOf(execution, 'List rows not sent').map(({ json }) => json)).toEqual([
			{
				phone: '+15550100000',
				name: 'Nobody',
				row: 4,
				reason: "No contact has the phone '+15550100000' [item 2]",
				'what to do': expect.stringContaining('Create or Update') as string,
				sent: 'no',
			},
		]);

		expect(await upload(`phone,name\n${amara},Amara`)).toContain('1 sent, 0 not sent');
	},

	'follow-up-after-a-form': async () => {
		const workflow = await importExample('follow-up-after-a-form', {
			change: (node) =>
				node.name === 'Wait an hour'
					? { ...node, parameters: { ...node.parameters, amount: 1, unit: 'seconds' } }
					: node,
		});
		await testEnvironment().client.activateWorkflow(workflow.id);
		const phone = '+34600109001';
		const spellings = ['0034 600-109-001', '(600) 109.001'];

		for (const [index, spelling] of spellings.entries()) {
			await enterForm('appointment-form', ['Ana', spelling]);
			expect((await executionOf(workflow.id, index + 1)).status).toBe('success');
		}

		expect(contactWith(phone)).toMatchObject({
			custom_fields: { firstName: 'Ana', phone },
			tags: ['lead', 'appointment form'],
		});
		const question = {
			to: phone,
			item: {
				type: 'quick_reply',
				title: 'Hello Ana, when would you like to come?',
				replies: ['Morning', 'Afternoon', 'Please call me'],
			},
		};
		expect(received()).toEqual([question, question]);
	},

	/** The test page of the form, because pinned data replaces Google Drive. */
	'upload-a-file-and-send-its-link': async () => {
		const workflow = await importExample('upload-a-file-and-send-its-link');
		await testEnvironment().client.waitForTestEvent(workflow, 'Submit file');

		await enterForm('file-form', [amara, new Blob(['%PDF-1.7'])], 'form-test');

		expect((await firstExecution(workflow.id)).status).toBe('success');
		const link = /^Your document invoice-1042\.pdf is ready: https:\/\/drive\.google\.com\/file\//;
		expect(received()).toEqual([text(amara, expect.stringMatching(link) as string)]);
	},
};
