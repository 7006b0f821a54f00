const placeholders = [
	/** The addresses of this repository on GitHub, with the owner's name. */
	/github\.com\/[\w.-]+\/n8n-nodes-channel-messaging\b/g,
	/** Email addresses in the domain that no one can own. */
	/[\w.+-]+@n8n-nodes-channel-messaging\.example\b/g,
	/** The note in `SECURITY.md`, which remains if only the address is replaced. */
	/The address is a placeholder\./g,
	/** The name of the copyright holder and author. */
	/n8n-nodes-channel-messaging maintainers/g,
	/** The heading of a version without its release date. */
	/\[\d+\.\d+\.\d+\] - YYYY-MM-DD/g,
];

/**
 * Returns the values in a file that the owner must replace before the first release.
 *
 * @param repository the owner and the name of the repository that publishes the package
 */
export function placeholdersIn(text: string, repository: string): string[] {
	return placeholders
		.flatMap((placeholder) => [...new Set(text.match(placeholder))])
		.filter((value) => value !== `github.com/${repository}`);
}
