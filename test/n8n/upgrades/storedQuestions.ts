import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { savedVersions } from './savedWorkflows';

/** The questions that each released version of this package stored in waiting executions. */
export const storedQuestions = savedVersions.flatMap((version) => {
	const text = readFileSync(join(__dirname, version, 'questions.json'), 'utf8');
	return Object.entries(JSON.parse(text) as object).map(([name, question]) => ({
		version,
		name,
		stored: JSON.stringify(question),
	}));
});
