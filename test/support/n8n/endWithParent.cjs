// Loaded into each process that startProcessGroup starts. The parent never writes to standard input,
// so the stream ends only when the parent has ended, even after SIGKILL. Then this process and its
// group, which it leads, end too.
'use strict';

const killTimeoutMs = 10_000;

// Child processes have their own standard input.
delete process.env.NODE_OPTIONS;

process.stdin.on('end', () => {
	// Avoids EPIPE errors: nothing reads the output.
	for (const stream of [process.stdout, process.stderr]) stream.write = () => true;
	process.kill(process.pid, 'SIGTERM');
	setTimeout(() => process.kill(-process.pid, 'SIGKILL'), killTimeoutMs);
});
process.stdin.resume();
process.stdin.unref();
