import fc from 'fast-check';

import { anyResponse } from './anyResponse';
import { problemsOf, readers } from './responseReader';

// `npm run fuzz` reads 100,000 responses.
it.each(Object.keys(readers))(
	'%s reads any response, in pieces that never block n8n for long',
	async (reader) => {
		await fc.assert(
			fc.asyncProperty(anyResponse(3), async (response) => {
				expect(await problemsOf(response, reader)).toEqual([]);
			}),
			{ numRuns: 60, seed: 1 },
		);
	},
);
