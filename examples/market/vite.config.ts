import path from 'node:path'
import { defineConfig } from 'vite'
import { buildTarget } from '../../lib/old-browser.ts'

/** Builds the market's pages as a server-side module and one style sheet; no browser code. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  publicDir: false,
  // The image of the hub lacks it.
  ssr: { noExternal: ['lucide-react'] },
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
