import { runSpeechCommand } from './commands/speech/index.ts'

process.exitCode = await runSpeechCommand(process.argv.slice(2), process.env)
