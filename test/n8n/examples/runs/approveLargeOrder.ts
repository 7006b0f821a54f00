import { submitAnswer, waitForQuestion } from '../../../support/fixtures/question';
import { testEnvironment, withCredentialData } from '../../../support/fixtures/testEnvironment';
import { runExample } from '../exampleCase';
import {
	amara,
	contactWith,
	importExample,
	jonas,
	post,
	received,
	setField,
	text,
} from '../importedExample';

/** The customer receives the colleague's decision, or nothing if the colleague can't be asked. */
export async function approveLargeOrder(): Promise<void> {
	const { client, service } = testEnvironment();
	const workflow = await importExample('approve-a-large-order');
	const decisions = [
		['1', 'We have accepted your order 1042. Thank you!'],
		['0', "We're sorry, we can't accept your order 1042. We'll contact you."],
	] as const;

	for (const [button, message] of decisions) {
		service.reset();
		const { executionId, links } = await waitForQuestion(await client.startWorkflow(workflow));
		await submitAnswer(links['Respond'], { a: button });

		expect((await client.waitForExecution(executionId)).status).toBe('success');
		expect(received()).toEqual([
			text(amara, message),
			text(jonas, expect.stringContaining('costs 480 euros') as string),
		]);
	}

	// The same decision about the same order.
	service.reset();
	const { executionId, links } = await waitForQuestion(await client.startWorkflow(workflow));
	await submitAnswer(links['Respond'], { a: '1' });
	await client.waitForExecution(executionId);
	expect(received().map(({ to }) => to)).toEqual([jonas]);

	await decideInTheChat();

	service.contacts.addTags(contactWith(jonas).id, ['blocked']);
	await withCredentialData({ neverMessageTagged: 'blocked' }, async () => {
		await runExample('approve-a-large-order', {
			steps: [{ fails: 'The colleague was not asked about order 1042. Skipped: ' }],
		});
	});

	setField(jonas, 'phone', '+15550108888');
	await runExample('approve-a-large-order', {
		steps: [{ fails: `No contact has the phone '${jonas}'` }],
	});
}

/** The colleague decides with a quick reply, as the README describes. */
async function decideInTheChat(): Promise<void> {
	const { client, service } = testEnvironment();
	service.reset();
	const reply = [
		{ text: 'Accept', meaning: 'approve' },
		{ text: 'Decline', meaning: 'decline' },
	];
	const changes = { responseType: 'replyInChat', quickReplies: { reply } };
	const workflow = await importExample('approve-a-large-order', {
		parameters: { 'Ask colleague': changes },
	});
	const receiver = await importExample('ask-in-the-chat', { file: 'receive-replies.json' });
	await client.activateWorkflow(receiver.id);

	const { executionId } = await waitForQuestion(await client.startWorkflow(workflow));
	await post('chat-replies', { id: '1', phone: jonas, text: 'accept' });

	expect((await client.waitForExecution(executionId)).status).toBe('success');
	expect(received()).toEqual([
		text(amara, 'We have accepted your order 1042. Thank you!'),
		{
			to: jonas,
			item: {
				type: 'quick_reply',
				title: expect.stringContaining('costs 480 euros') as string,
				replies: ['Accept', 'Decline'],
			},
		},
	]);
	await client.deactivateWorkflow(receiver.id);
}
