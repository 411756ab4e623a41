import path from 'node:path'
import { defineConfig } from 'vite'
import { buildTarget } from '../../lib/old-browser.ts'

/** The market's pages as one module that renders them on the server, and one style sheet: nothing of them runs in the browser. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  publicDir: false,
  oxc: { jsx: { runtime: 'automatic', development: false } },
  build: {
    outDir: path.join(process.env.HUB_BUILD_DIR ?? 'build', 'market'),
    emptyOutDir: true,
    ssr: 'examples/market/pages/render.tsx',
    ssrEmitAssets: true,
    cssCodeSplit: false,
    cssTarget: buildTarget,
    assetsInlineLimit: 0,
    rolldownOptions: { output: { entryFileNames: 'pages.js', assetFileNames: '[name][extname]' } },
  },
})
