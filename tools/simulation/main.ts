import { parseArgs } from 'node:util';
import { printAblation } from './ablation';
import { printRuns } from './runs';
import { printWorkers } from './workers';

const flag = { type: 'boolean' } as const;
const { values } = parseArgs({ options: { workers: flag, runs: flag } });

if (values.workers === true) void printWorkers();
else if (values.runs === true) void printRuns();
else void printAblation();
