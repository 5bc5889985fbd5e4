import { resolve } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preloadFace } from '../browser/preload-face.ts'

export default defineConfig({
  plugins: [react(), preloadFace()],
  resolve: { alias: { 'zod/mini': resolve(import.meta.dirname, '../browser/src/no-schemas.ts') } },
  // the strict content security policy knows no inline scripts
  build: {
    target: 'es2022',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'outbox.html'].map((page) => resolve(import.meta.dirname, page)),
    },
  },
})
