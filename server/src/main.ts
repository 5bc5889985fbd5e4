import { runServer } from './run-server.ts'

process.exitCode = await runServer(process.env)
// Everything is closed by now; what still hangs on somewhere does not keep the process.
setTimeout(() => process.exit(), 2_000).unref()
