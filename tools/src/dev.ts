import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createServer } from 'vite'

/**
 * `npm run dev`: runs the server from its sources, restarting it when they change, and both applications with live reload in the
 * browser. Uses the same data folder and settings as `./start`, which has to be stopped first.
 */
const root = resolve(import.meta.dirname, '../..')
const ports = {
  web: Number(process.env['DICTARA_PORT'] ?? 4000),
  recorder: Number(process.env['DICTARA_RECORDER_PORT'] ?? 4001),
}
/** The ports of the pages; the server's own ports serve the API. */
const pages = { web: ports.web + 1_000, recorder: ports.recorder + 1_000 }
const addressOf = (page: keyof typeof pages) => `http://localhost:${pages[page]}`

for (const page of ['web', 'recorder'] as const) {
  if (!existsSync(join(root, page, 'dist')))
    throw new Error('Please run ./start once: it builds what the server serves.')
  const application = await createServer({
    root: join(root, page),
    configFile: join(root, page, 'vite.config.ts'),
    server: {
      port: pages[page],
      strictPort: true,
      proxy: { '/api': { target: `http://localhost:${ports[page]}`, ws: true } },
    },
  })
  await application.listen()
}

const watched = ['server', 'contract', 'dictation', 'hl7'].flatMap((part) => ['--watch-path', join(root, part, 'src')])
const server = spawn(process.execPath, [...watched, '--watch-preserve-output', 'server/src/main.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    DICTARA_DATA: join(root, '.dictara'),
    // A configured address counts as public, and then the demo must be requested explicitly.
    DICTARA_DEMO: 'yes',
    ...process.env,
    DICTARA_PUBLIC_URL: addressOf('web'),
    DICTARA_RECORDER_PUBLIC_URL: addressOf('recorder'),
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal))
console.log(`Dictara as it is written: ${addressOf('web')}, its recorder: ${addressOf('recorder')}`)
const [code] = await once(server, 'exit')
process.exit(Number(code ?? 0))
