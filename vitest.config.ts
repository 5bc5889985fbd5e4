import { join } from 'node:path'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { chromium, chromiumFlags, fakeMicrophoneFlags } from './tools/src/chromium-flags.ts'

/** Sound plays without a click. */
const flags = [...chromiumFlags, ...fakeMicrophoneFlags, '--autoplay-policy=no-user-gesture-required']

/** What `times` (tools/src/times.ts) reads, which the page of a browser test would not know otherwise. */
const longTests = { 'process.env.LONG_TESTS': JSON.stringify(process.env.LONG_TESTS ?? '') }

const asShipped = { 'process.env.NODE_ENV': JSON.stringify('production') }

/** Components in a browser of their own: files of one browser would take the keys from each other. */
const inBrowser = (
  name: string,
  folders: string,
  more: TestProjectInlineConfiguration['test'],
): TestProjectInlineConfiguration => ({
  // React as it is shipped: as it is for developers, a third of the tests' work is its own.
  define: { ...asShipped, ...longTests },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  // Bundled before the first test: one that is found on the way reloads the page under a running test.
  optimizeDeps: {
    rolldownOptions: { transform: { define: asShipped } },
    include: [
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
      'axe-core',
      'dayjs',
      'idb',
      'lucide-react',
      'react',
      'react-dom',
      'react-dom/client',
      'react-router',
      'react-router/dom',
      'react/jsx-runtime',
      'zod/mini',
    ],
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
      }),
      instances: [{ browser: 'chromium' }],
      // Names and words are found whole and in their own case, which titles rely on; `hasText` finds parts in any case all the same.
      locators: { exact: true },
    },
    testTimeout: 90_000,
    // A busy machine is slower than the second that Vitest waits for an element.
    expect: { poll: { timeout: 20_000 } },
    ...more,
  },
})

/** Three kinds of test: pure ones, server features on a real PostgreSQL, and components in a real browser. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,dictation,browser,web,recorder,tools}/src/**/*.test.ts'],
          environment: 'node',
          // Properties are tried hundreds of times, which takes longer on a busy machine.
          testTimeout: 60_000,
          // Vitest leaves one core free, which nothing else has work for while these run.
          maxWorkers: 2,
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
          // Journeys and components are tested beside them (./test), and most of the long ones wait for servers that are killed.
          maxWorkers: 2,
          // A file reads the whole product: once for a worker, not once for each of its files, which is two seconds each.
          isolate: false,
          // Short-lived things are most of what a test makes: with room for them a tenth less is spent on tidying.
          execArgv: ['--max-semi-space-size=64'],
        },
      },
      // One page and its modules for all files of a project, which clean-page.ts tidies: loading them is most of what a file costs.
      inBrowser('web', '{browser,web}', { isolate: false, setupFiles: ['web/src/testing/clean-page.ts'] }),
      inBrowser('recorder', 'recorder', { isolate: false, setupFiles: ['recorder/src/testing/clean-page.ts'] }),
    ],
  },
})
