import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { INodeType } from 'n8n-workflow';
import ts from 'typescript';

import { sendText } from '../../test/support/fixtures/parameters';
import { repository } from '../../test/support/repository';
import { type Service, startService } from '../../test/support/service';
import { unlimitedCredential } from '../../test/workflows/engine/credentials';
import { channelMessagingType, nodeTypes } from '../../test/workflows/engine/nodeTypes';
import { runNode } from '../../test/workflows/engine/runNode';
import createUserFolder from '../../test/workflows/engine/setup';
import removeUserFolder from '../../test/workflows/engine/teardown';

/** The published code, which has one function per function of the source. */
const published = join(repository, 'dist', 'nodes', 'ChannelMessaging');

/** A copy of the published code, whose functions report their calls. */
const copy = join(repository, 'reports', 'trace');

/** All functions. The copy reports calls by the index in this list. */
const functions: Array<{ file: string; name: string }> = [];

/** The indexes of the functions that ran, in the order of their first calls. */
const called = new Set<number>();

/** Inserts the reports into the text of a file, so that its lines keep their numbers. */
function instrument(file: string, text: string): string {
	const insertions: Array<readonly [position: number, text: string]> = [];
	const visit = (node: ts.Node): void => {
		const isFunction =
			ts.isFunctionDeclaration(node) ||
			ts.isFunctionExpression(node) ||
			ts.isArrowFunction(node) ||
			ts.isMethodDeclaration(node) ||
			ts.isConstructorDeclaration(node) ||
			ts.isAccessor(node);
		if (isFunction && node.body !== undefined) {
			const report = `globalThis.reportCall(${String(functions.length)})`;
			functions.push({ file, name: nameOf(node) });
			if (ts.isBlock(node.body)) insertions.push([node.body.getStart() + 1, ` ${report};`]);
			else insertions.push([node.body.getStart(), `(${report}, `], [node.body.end, ')']);
		}
		ts.forEachChild(node, visit);
	};
	visit(ts.createSourceFile(file, text, ts.ScriptTarget.ESNext, true));
	insertions.sort(([one], [other]) => one - other);
	let from = 0;
	const parts = insertions.map(([position, inserted]) => {
		const part = text.slice(from, position) + inserted;
		from = position;
		return part;
	});
	return parts.join('') + text.slice(from);
}

function nameOf(node: ts.FunctionLikeDeclaration): string {
	const { parent } = node;
	const isValue = ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent);
	const isNamedByParent = isValue || ts.isConstructorDeclaration(node);
	const name = isNamedByParent && 'name' in parent ? parent.name : node.name;
	return name?.getText() ?? '(anonymous)';
}

/** Lets n8n's engine execute the copy. */
async function useCopy(): Promise<void> {
	rmSync(copy, { recursive: true, force: true });
	for (const file of readdirSync(published, { recursive: true, encoding: 'utf8' })) {
		if (!file.endsWith('.js')) continue;
		mkdirSync(dirname(join(copy, file)), { recursive: true });
		const text = readFileSync(join(published, file), 'utf8');
		writeFileSync(join(copy, file), instrument(file, text));
	}
	Object.assign(globalThis, { reportCall: (index: number) => called.add(index) });
	const module = (await import(join(copy, 'ChannelMessaging.node.js'))) as {
		ChannelMessaging: new () => INodeType;
	};
	const node = new module.ChannelMessaging();
	const getByNameAndVersion = nodeTypes.getByNameAndVersion.bind(nodeTypes);
	nodeTypes.getByNameAndVersion = (name, version) =>
		name === channelMessagingType ? node : getByNameAndVersion(name, version);
}

/** Sends one text message to a contact by ID. Returns the package's stack at n8n's HTTP helper. */
async function sendMessage(service: Service): Promise<string[]> {
	let stack = '';
	const { status } = await runNode({
		parameters: sendText(),
		items: [{ contactId: '1', text: 'Hi' }],
		credential: unlimitedCredential(service),
		beforeRequest(request) {
			Error.stackTraceLimit = Infinity;
			stack = new Error('The stack of this request').stack ?? '';
			return request;
		},
	});
	if (status !== 'success') throw new Error(`The execution ended with the status ${status}`);
	return stack.split('\n').filter((line) => line.includes(copy));
}

/** Prints the files and functions that run for one message, in the order of their first calls. */
async function main(): Promise<void> {
	await createUserFolder();
	await useCopy();
	const service = await startService({
		limits: { messagesPerSecond: null, contactRequestsPerMinute: null },
		acceptUnknownContacts: true,
	});
	// The first message also loads modules.
	await sendMessage(service);
	called.clear();
	const stack = await sendMessage(service);
	await service.close();
	await removeUserFolder();

	const ordered = [...called].flatMap((index) => functions[index] ?? []);
	for (const [index, { file, name }] of ordered.entries()) {
		if (file !== ordered[index - 1]?.file) console.log(file.replace(/\.js$/, '.ts'));
		console.log(`\t${name}`);
	}
	console.log("\nThe stack at n8n's HTTP helper:");
	for (const line of stack) console.log(line.replace(`${copy}/`, ''));
	const files = new Set(ordered.map(({ file }) => file)).size;
	console.log(
		`\n${String(files)} files, ${String(ordered.length)} functions, ${String(stack.length)} stack frames`,
	);
}

// The timers of n8n's engine would keep the process running.
void main().then(
	() => process.exit(0),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
