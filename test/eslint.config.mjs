import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

// Published code follows n8n's rules for verified nodes (the configuration at the root). Tests and
// the local service aren't published, so they may use the file system, timers, and the console.
export default defineConfig({
	files: ['**/*.ts'],
	extends: [js.configs.recommended, tseslint.configs.strictTypeChecked],
	languageOptions: {
		parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
	},
});
