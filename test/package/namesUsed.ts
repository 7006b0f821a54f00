import ts from 'typescript';

function* nodesOf(node: ts.Node): Generator<ts.Node> {
	yield node;
	for (const child of node.getChildren()) yield* nodesOf(child);
}

/** Whether a name stands for something itself, not for a part of what stands before it. */
function standsAlone(name: ts.Identifier): boolean {
	const { parent } = name;
	if (ts.isPropertyAccessExpression(parent)) return parent.name !== name;
	if (ts.isQualifiedName(parent)) return parent.right !== name;
	const isMember =
		ts.isPropertyAssignment(parent) ||
		ts.isPropertySignature(parent) ||
		ts.isPropertyDeclaration(parent) ||
		ts.isMethodDeclaration(parent) ||
		ts.isMethodSignature(parent);
	return !isMember || parent.name !== name;
}

const parsed = (source: string) =>
	ts.createSourceFile('source.ts', source, ts.ScriptTarget.ES2022, true);

/** The names that a source uses: no comments, no texts, no members of objects. */
export function namesUsed(source: string): Set<string> {
	const identifiers = [...nodesOf(parsed(source))].filter(ts.isIdentifier);
	return new Set(identifiers.filter(standsAlone).map(({ text }) => text));
}

/** The modules that a source imports. */
export function modulesImported(source: string): string[] {
	return [...nodesOf(parsed(source))]
		.filter((node) => ts.isImportDeclaration(node) || ts.isExportDeclaration(node))
		.map(({ moduleSpecifier }) => moduleSpecifier)
		.filter((specifier) => specifier !== undefined && ts.isStringLiteral(specifier))
		.map(({ text }) => text);
}
