import { createHash } from 'node:crypto'
import path from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'
import { frameScript } from './features/product-summary/frame-script-plugin.ts'
import { compileTexts } from './texts/compile-plugin.ts'

// What every page needs comes in one file instead of a dozen: fewer requests, and one cache entry that lasts.
// Told by the path inside the project: it may itself lie in a folder called app or lib.
const everyPage = /node_modules|rolldown\/runtime|\/(lib|texts|shui|app)\//
// What comes with the pages that need it, or once it is asked for; and what starts them, after all others are there.
const onDemand =
  /\/entry\.client\.|\/web-vitals\/|\/site-speed\.ts|\/opt-out\/(opt-out-dialog|opt-out-state|request-opt-out)\.|\/(en|de)\/|\/(en|de|pseudo)\.ts|\/shui\/(grid|chart|gallery)\//
const isOnEveryPage = (id: string) => {
  const module = id.replace(import.meta.dirname, '')
  return everyPage.test(module) && !onDemand.test(module)
}

/**
 * Class names stand in every row of every list: short ones make pages a tenth smaller. The same for a sheet and for its
 * text (`?inline`), which the framed product summary carries in itself.
 */
function shortName(name: string, file: string): string {
  const sheet = path.relative(import.meta.dirname, file.replace(/\?.*$/, '')).replaceAll(path.sep, '/')
  return `_${createHash('sha256').update(`${sheet} ${name}`).digest('base64url').slice(0, 6)}`
}

export default defineConfig({
  plugins: [compileTexts(), frameScript(), reactRouter()],
  build: { target: 'es2023', assetsInlineLimit: 0 },
  css: { modules: { generateScopedName: shortName } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: [{ name: 'hub', test: isOnEveryPage, minShareCount: 1, entriesAware: false }] },
          },
        },
      },
    },
  },
})
