import { join } from 'node:path';

/** The folder of the package. */
export const repository = join(__dirname, '..', '..');
