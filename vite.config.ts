import { defineConfig } from 'vite'
import { chunkOf, hubChunk, sharedParts } from './app/chunks.ts'
import { ownIcons } from './shui/package/icons-plugin.ts'
import { pages } from './app/pages-plugin.ts'
import routes from './app/routes.ts'
import { stripUnusedCode } from './app/strip-unused-plugin.ts'
import { reactExports } from './app/react-exports-plugin.ts'
import { inlinedClasses, retainStylesheets, shortName } from './app/sheet-names.ts'
import { frameScript } from './features/selling/product-summary/frame-script-plugin.ts'
import { buildTarget } from './lib/old-browser.ts'
import { compileTexts } from './texts/compile-plugin.ts'

export default defineConfig({
  plugins: [
    compileTexts(),
    frameScript(),
    reactExports(),
    stripUnusedCode(),
    ownIcons(),
    inlinedClasses(),
    pages(routes, process.env.HUB_BUILD_DIR ?? 'build'),
    retainStylesheets(),
  ],
  // One sheet for all pages: 5 KB more on the first, and no request or wait for styles on any other.
  build: { target: buildTarget, assetsInlineLimit: 0, cssCodeSplit: false },
  // Workers are modules, as the scripts of pages are.
  worker: { format: 'es' },
  css: { modules: { generateScopedName: shortName } },
  environments: {
    client: {
      build: {
        // For what weighs the parts of a page (`bench/added-script.ts`).
        sourcemap: process.env.HUB_BUILD_MAPS ? 'hidden' : false,
        rolldownOptions: {
          // Texts and numbers that never change stand where they are used.
          optimization: { inlineConst: { mode: 'all', pass: 2 } },
          // Reading a property does nothing else here: what nobody uses of a namespace is left out.
          treeshake: { propertyReadSideEffects: false },
          output: {
            codeSplitting: {
              groups: [
                { name: hubChunk, minShareCount: 1, entriesAware: false, priority: 20 },
                { name: chunkOf, minShareCount: 1, entriesAware: false, priority: 10 },
                ...sharedParts.map(([name, test], at) => ({
                  name,
                  test,
                  minShareCount: 1,
                  entriesAware: false,
                  priority: sharedParts.length - at,
                })),
              ],
            },
          },
        },
      },
    },
  },
})
