import { savedVersions } from '../../n8n/upgrades/savedWorkflows';
import { storedQuestions } from '../../n8n/upgrades/storedQuestions';

it('The simulation answers stored questions from every released version', () => {
	expect([...new Set(storedQuestions.map(({ version }) => version))]).toEqual(savedVersions);
});
