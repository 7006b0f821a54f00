/** Matches the addresses of this repository on GitHub, with the owner's name. */
const repositoryUrl = /github\.com\/([\w.-]+\/n8n-nodes-channel-messaging)\b/g;

/** Matches email addresses in the domain that no one can own. */
const exampleAddress = /[\w.+-]+@n8n-nodes-channel-messaging\.example\b/g;

/** Matches the name of the copyright holder and author. */
const exampleName = /n8n-nodes-channel-messaging maintainers/g;

/** Matches the heading of a version without its release date. */
const missingDate = /\[\d+\.\d+\.\d+\] - YYYY-MM-DD/g;

/**
 * Returns the values in a file that the owner must replace before the first release.
 *
 * @param repository the owner and the name of the repository that publishes the package
 */
export function placeholdersIn(text: string, repository: string): string[] {
	const foreignUrls = [...text.matchAll(repositoryUrl)]
		.filter(([, name]) => name !== repository)
		.map(([url]) => url);
	return [
		...new Set([
			...foreignUrls,
			...(text.match(exampleAddress) ?? []),
			...(text.match(exampleName) ?? []),
			...(text.match(missingDate) ?? []),
		]),
	];
}
