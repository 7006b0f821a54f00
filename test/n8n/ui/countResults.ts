import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Reporter, TestCase, TestError, TestResult } from '@playwright/test/reporter';

/** Set by `.ci/run`. */
const folder = process.env['TEST_RESULTS_FOLDER'];

/**
 * Appends the numbers of passed and failed tests, and the errors, to files in `TEST_RESULTS_FOLDER`,
 * as `test/support/jest/countResults.cjs` does.
 */
export default class CountResults implements Reporter {
	private passed = 0;
	private failed = 0;

	onTestEnd(test: TestCase, { status, errors }: TestResult): void {
		if (status === 'passed') this.passed += 1;
		else if (status !== 'skipped') this.fail(test.title, errors);
	}

	/** Called with errors outside of tests, such as a syntax error. */
	onError(error: TestError): void {
		this.fail('Playwright', [error]);
	}

	onEnd(): void {
		if (folder === undefined) return;
		appendFileSync(join(folder, 'counts'), `${String(this.passed)} ${String(this.failed)}\n`);
	}

	private fail(title: string, errors: readonly TestError[]): void {
		this.failed += 1;
		if (folder === undefined) return;
		const messages = errors.map(({ message = '' }) => stripVTControlCharacters(message));
		appendFileSync(join(folder, 'failures'), `${[title, ...messages].join('\n')}\n`);
	}
}
