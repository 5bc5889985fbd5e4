import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preloadFace } from '../browser/preload-face.ts'
import { withoutSummaries } from '../browser/without-summaries.ts'

export default defineConfig({
  plugins: [withoutSummaries(), react(), preloadFace()],
  resolve: { alias: { 'zod/mini': resolve(import.meta.dirname, '../browser/src/no-schemas.ts') } },
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    // the strict content security policy knows no inline scripts
    assetsInlineLimit: 0,
    // What the first page needs is one file: compressed together it is smaller than in parts.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first-page', test: /\/(features\/identity\/login-page|src\/main)\.tsx$/ },
            // A file an icon costs the first page more by its name than the icon weighs.
            { name: 'icons', test: /\/node_modules\/lucide-react\// },
          ],
        },
      },
    },
  },
})
