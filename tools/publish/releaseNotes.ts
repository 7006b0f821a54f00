/** `## [1.2.3]`, with or without a date behind it. */
const heading = /^## \[(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)\]/;

/** The versions that a changelog tells of, in its order. */
export function versionsIn(changelog: string): readonly string[] {
	return changelog.split('\n').flatMap((line) => heading.exec(line)?.[1] ?? []);
}

/** What a changelog says of one version, without its heading; an error where it says nothing. */
export function releaseNotes(changelog: string, version: string): string {
	const lines = changelog.split('\n');
	const start = lines.findIndex((line) => heading.exec(line)?.[1] === version);
	const rest = start === -1 ? [] : lines.slice(start + 1);
	const end = rest.findIndex((line) => line.startsWith('## '));
	const notes = (end === -1 ? rest : rest.slice(0, end)).join('\n').trim();
	if (notes === '') throw new Error(`CHANGELOG.md says nothing of ${version}`);
	return notes;
}
