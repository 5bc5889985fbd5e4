import type { Plugin } from 'vite'

/** Has the browser fetch the face together with the page, so that the first words stand in it already. */
export const preloadFace = (): Plugin => ({
  name: 'preload-face',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {} }) {
      const upright = Object.keys(bundle).find((file) => /latin-wght-normal-[\w-]+\.woff2$/.test(file))
      if (!upright) return []
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${upright}`, crossorigin: '' }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  },
})
