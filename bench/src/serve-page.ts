import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const bundle = async (source: string) => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(source, import.meta.url))],
    bundle: true,
    minify: true,
    write: false,
    outdir: 'out',
    jsx: 'automatic',
    loader: { '.woff2': 'dataurl' },
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return new Map(outputFiles.map(({ path, text }) => [path.endsWith('.css') ? '/page.css' : '/page.js', text]))
}

const html =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Bench</title><link rel="stylesheet" href="/page.css"><div id="editor"></div><script src="/page.js"></script></html>'

/** Serves a page of the benchmarks, built for production. */
export const servePage = async (source: string) => {
  const files = await bundle(source)
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const type = path.endsWith('.css') ? 'text/css' : path.endsWith('.js') ? 'text/javascript' : 'text/html'
    response.setHeader('content-type', `${type}; charset=utf-8`).end(files.get(path) ?? html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}
