import { DataDeduplicationService } from 'n8n-core';
import type {
	DeduplicationItemTypes,
	ICheckProcessedContextData,
	ICheckProcessedOptions,
	IDataDeduplicator,
	IDeduplicationOutput,
} from 'n8n-workflow';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Where n8n's store of processed items keeps its rows; n8n's own needs its database. One row for each
 * node of each workflow, read whole, changed, and written whole a moment later.
 */
export class ProcessedItems implements IDataDeduplicator {
	private readonly rows = new Map<string, readonly string[]>();

	/** How often a row was written. */
	writes = 0;

	/** All keys of all nodes. */
	get keys(): readonly string[] {
		return [...this.rows.values()].flat();
	}

	clear(): void {
		this.rows.clear();
		this.writes = 0;
	}

	async checkProcessedAndRecord(
		items: DeduplicationItemTypes[],
		scope: string,
		context: ICheckProcessedContextData,
		{ maxEntries = Infinity }: ICheckProcessedOptions,
	): Promise<IDeduplicationOutput> {
		let output: IDeduplicationOutput = { new: [], processed: [] };
		await this.change(scope, context, (row) => {
			const isKnown = (item: DeduplicationItemTypes) => row.includes(String(item));
			output = {
				new: items.filter((item) => !isKnown(item)),
				processed: items.filter(isKnown),
			};
			return [...row, ...output.new.map(String)].slice(-maxEntries);
		});
		return output;
	}

	async removeProcessed(
		items: DeduplicationItemTypes[],
		scope: string,
		context: ICheckProcessedContextData,
	): Promise<void> {
		const removed = items.map(String);
		await this.change(scope, context, (row) => row.filter((key) => !removed.includes(key)));
	}

	clearAllProcessedItems(scope: string, context: ICheckProcessedContextData): Promise<void> {
		this.rows.delete(rowName(scope, context));
		return Promise.resolve();
	}

	getProcessedDataCount(scope: string, context: ICheckProcessedContextData): Promise<number> {
		return Promise.resolve(this.rows.get(rowName(scope, context))?.length ?? 0);
	}

	private async change(
		scope: string,
		context: ICheckProcessedContextData,
		change: (row: readonly string[]) => readonly string[],
	): Promise<void> {
		const name = rowName(scope, context);
		const changed = change(this.rows.get(name) ?? []);
		await sleep(2);
		this.rows.set(name, changed);
		this.writes += 1;
	}
}

function rowName(scope: string, { workflow, node }: ICheckProcessedContextData): string {
	return JSON.stringify([workflow.id, scope === 'node' ? node?.id : '']);
}

/** Gives n8n-core its store of processed items, empty for each test. */
export function useProcessedItems(): ProcessedItems {
	const items = new ProcessedItems();

	beforeAll(async () => {
		await DataDeduplicationService.init(items);
	});

	beforeEach(() => {
		items.clear();
	});

	return items;
}
