import { setFlagsFromString } from 'node:v8'
import { runServer } from './run-server.ts'

// Else V8 clears up its whole heap for every 30 MB of sound that pass through: a third of the server's time in a large upload
// (bench/src/upload.ts). With it such memory is counted with the heap.
setFlagsFromString('--external-memory-accounted-in-global-limit')

process.exitCode = await runServer(process.env)
// Everything is closed by now; what still hangs on somewhere does not keep the process.
setTimeout(() => process.exit(), 2_000).unref()
