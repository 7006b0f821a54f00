import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

// What ships obeys n8n's cloud rules (the configuration at the root). Tests and the local service
// are Node.js programs that never ship, so they may use the file system, timers and the console.
export default defineConfig({
	files: ['**/*.ts'],
	extends: [js.configs.recommended, tseslint.configs.strictTypeChecked],
	languageOptions: {
		parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
	},
});
