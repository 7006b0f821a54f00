import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { savedVersions } from './savedWorkflows';

/** A question that a released version of this package stored in a waiting execution. */
export interface StoredQuestion {
	readonly version: string;
	readonly name: string;
	readonly stored: string;
}

/** The stored questions of all versions. */
export const storedQuestions: readonly StoredQuestion[] = savedVersions.flatMap((version) => {
	const text = readFileSync(join(__dirname, version, 'questions.json'), 'utf8');
	return Object.entries(JSON.parse(text) as object).map(([name, question]) => ({
		version,
		name,
		stored: JSON.stringify(question),
	}));
});
