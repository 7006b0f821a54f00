// Loaded into every program that is started here, before the program itself. The parent holds the
// other end of standard input and never writes: when the parent is gone, however it went, the pipe
// ends, and so does this program with everything it started (it leads a process group).
'use strict';

const patience = 10_000;

// What this program starts has a standard input of its own and must not listen to that one.
delete process.env.NODE_OPTIONS;

process.stdin.on('end', () => {
	// Nobody reads any more: a program that writes all the same would be busy with broken pipes.
	for (const stream of [process.stdout, process.stderr]) stream.write = () => true;
	process.kill(process.pid, 'SIGTERM');
	setTimeout(() => process.kill(-process.pid, 'SIGKILL'), patience);
});
process.stdin.resume();
process.stdin.unref();
