import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { chromium, chromiumFlags, fakeMicrophoneFlags } from './tools/src/chromium-flags.ts'

/** Lets sound play without a click. */
const flags = [...chromiumFlags, ...fakeMicrophoneFlags, '--autoplay-policy=no-user-gesture-required']

/** The value that `times` (tools/src/times.ts) reads; the page of a browser test has no other access to it. */
const longTests = { 'process.env.LONG_TESTS': JSON.stringify(process.env.LONG_TESTS ?? '') }

const asShipped = { 'process.env.NODE_ENV': JSON.stringify('production') }

// Pre-bundle these packages. If Vite discovers one during a test, it reloads the page and breaks that test.
const packagesOfBoth = ['axe-core', 'idb', 'lucide-react', 'react', 'react-dom/client', 'react/jsx-runtime', 'zod/mini']
const packagesOfWeb = [
  '@ant-design/cssinjs',
  '@ant-design/icons',
  '@dnd-kit/collision',
  '@dnd-kit/dom',
  '@dnd-kit/react',
  '@tanstack/react-query',
  '@tanstack/react-virtual',
  '@tiptap/core',
  '@tiptap/pm/commands',
  '@tiptap/pm/history',
  '@tiptap/pm/keymap',
  '@tiptap/pm/model',
  '@tiptap/pm/state',
  '@tiptap/pm/transform',
  '@tiptap/pm/view',
  'antd',
  'dayjs',
  'react-dom',
  'react-router',
  'react-router/dom',
]

/** Component tests of one project in their own browser: files that share a browser would steal each other's key presses. */
const inBrowser = (
  name: string,
  folders: string,
  packages: string[],
  more: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({
  // Use React's production build: the development build takes a third of the tests' time.
  define: { ...asShipped, ...longTests },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  optimizeDeps: {
    rolldownOptions: { transform: { define: asShipped } },
    include: packages,
  },
  test: {
    name,
    include: [`${folders}/src/**/*.test.tsx`],
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: { executablePath: chromium, args: flags },
        // The processor draws animations sixty times a second, a sixth of what a recording costs.
        contextOptions: { reducedMotion: 'reduce' },
      }),
      instances: [{ browser: 'chromium' }],
      // Locators match names and words exactly, including case, because titles rely on it; `hasText` still matches parts in any case.
      locators: { exact: true },
    },
    testTimeout: 90_000,
    // A busy machine needs more than the second that Vitest waits for an element.
    expect: { poll: { timeout: 20_000 } },
    ...more,
  },
})

/** Three kinds of test: pure tests, server features on a real PostgreSQL, and components in a real browser. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,dictation,hl7,browser,web,recorder,tools}/src/**/*.test.ts'],
          environment: 'node',
          // Property tests run hundreds of cases, which takes longer on a busy machine.
          testTimeout: 60_000,
          // By default Vitest leaves one core free, which nothing else uses while these tests run.
          maxWorkers: 2,
          // Loading modules once per worker instead of once per file saves a third of the CPU.
          isolate: false,
          setupFiles: ['tools/src/clean-globals.ts'],
        },
      },
      {
        resolve: { alias: { '@node-rs/argon2': join(import.meta.dirname, 'server/src/testing/light-argon2.ts') } },
        test: {
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['server/src/testing/global-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // Journeys and component tests run at the same time (./test), and most of the long ones wait for servers that are killed.
          maxWorkers: 2,
          // A file loads the whole product, which takes two seconds. So load it once per worker, not once per file.
          isolate: false,
          // Tests mostly create short-lived objects: more room for them cuts garbage collection by a tenth.
          execArgv: ['--max-semi-space-size=64'],
        },
      },
      // All files of a project share one page and its modules, which clean-page.ts resets: loading them is most of a file's cost.
      inBrowser('web', '{browser,web}', [...packagesOfBoth, ...packagesOfWeb], {
        isolate: false,
        setupFiles: ['web/src/testing/clean-page.ts'],
      }),
      inBrowser('recorder', 'recorder', packagesOfBoth, {
        isolate: false,
        setupFiles: ['recorder/src/testing/clean-page.ts'],
      }),
    ],
  },
})
