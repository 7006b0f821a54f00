import { storedQuestions } from '../../n8n/upgrades/storedQuestions';
import { savedVersions } from '../../n8n/upgrades/savedWorkflows';
import { inputName } from '../../../nodes/ChannelMessaging/sendAndWait/formField';
import { resolveLink } from '../../../nodes/ChannelMessaging/sendAndWait/link';
import { pageFor } from '../../../nodes/ChannelMessaging/sendAndWait/page';
import { loadQuestion } from '../../../nodes/ChannelMessaging/sendAndWait/storedQuestion';

it('Every released version has stored questions', () => {
	expect([...new Set(storedQuestions.map(({ version }) => version))]).toEqual(savedVersions);
});

/** The answers that complete all stored forms. */
const answers = ['Ana', 'Note', '4', 'ana@mail.example', '2030-01-31', 'Fish', 'Vegan', 'Lunch'];

it.each(storedQuestions)(
	'The stored question $name of version $version has a page and accepts an answer',
	({ stored }) => {
		const getNode = () => ({ name: 'Ask' }) as never;
		const evaluateExpression = () => stored;
		const question = loadQuestion({ getNode, evaluateExpression });
		const query = { q: question?.id, a: '1' };
		const fields = answers.map((value, index) => [inputName(index), value]);
		const body: unknown = { a: '1', ...Object.fromEntries(fields) };

		const opened = resolveLink(question, { method: 'GET', query, body: undefined }, 0);
		const answered = resolveLink(question, { method: 'POST', query, body }, 0);

		expect(opened.kind).toBe('asked');
		expect(pageFor(opened)).toMatchObject({ status: 200 });
		expect(answered.kind).toBe('answered');
		expect(pageFor(answered)).toMatchObject({ status: 200 });
	},
);
