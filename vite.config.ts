import { createHash } from 'node:crypto'
import path from 'node:path'
import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Rolldown } from 'vite'
import { reactExports } from './app/react-exports-plugin.ts'
import { frameScript } from './features/product-summary/frame-script-plugin.ts'
import { buildTarget } from './lib/old-browser.ts'
import { compileTexts } from './texts/compile-plugin.ts'

// What every page needs comes in one file instead of a dozen: fewer requests, and one cache entry that lasts.
// Told by the path inside the project: it may itself lie in a folder called app or lib.
const everyPage = /node_modules|\0react-exports|\/(lib|texts|shui|web|app)\//
// Icons are packages' too, but each goes its own way.
const packages = /node_modules\/(?!lucide-react\/dist\/esm\/icons\/)/
// Pieces below half a KB that a few pages share.
const small =
  /\/features\/(accounts\/(form-errors|new-password-fields)|listing\/(listing-content|listing-description|taxonomy)|policies\/policy-fieldset|listing-pictures\/picture|product-summary\/(pricing-query|product-summary-frame\.module)|grid\/(back-to-list|use-return)|settings\/settings-done|task\/task-back-fields)\./
// What comes with the pages that need it, or once it is asked for; and what starts them, after all others are there.
const onDemand =
  /\/entry\.client\.|\/web-vitals\/|\/site-speed\.ts|\/opt-out\/(opt-out-dialog|request-opt-out)\.|\/message-dialog\.|\/frame-messages\.|\/(en|de)\/|\/(en|de|pseudo)\.ts|\/shui\/(grid|chart|dialog|gallery|table)\/|\/shui\/form\/(combobox|match-options)\./
// What a list and the pages behind its rows share.
const listKeys = /\/shui\/grid\/use-(grid-keys|selection|stored)\./
/**
 * Whether a module comes in the file of every page. One that a single other module imports goes with that: an icon of one
 * page with its page, the parts of a menu with the menu, which comes when it is opened.
 */
function isOnEveryPage(id: string, modules: Rolldown.ChunkingContext): boolean {
  const module = id.replace(import.meta.dirname, '')
  if (small.test(module)) return true
  if (!everyPage.test(module) || onDemand.test(module)) return false
  if (packages.test(module)) return true
  const { isEntry = false, importers = [], dynamicImporters = [] } = modules.getModuleInfo(id) ?? {}
  if (isEntry) return true
  const [first] = importers
  if (first === undefined) return dynamicImporters.length === 0
  return importers.length > 1 || isOnEveryPage(first, modules)
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
  plugins: [compileTexts(), frameScript(), reactExports(), reactRouter()],
  // One sheet for all pages: 5 KB more on the first, and no request or wait for styles on any other.
  build: { target: buildTarget, assetsInlineLimit: 0, cssCodeSplit: false },
  css: { modules: { generateScopedName: shortName } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Reading a property does nothing else here: what nobody uses of a namespace is left out.
          treeshake: { propertyReadSideEffects: false },
          output: {
            codeSplitting: {
              groups: [
                {
                  name: (id, modules) => (isOnEveryPage(id, modules) ? 'hub' : null),
                  minShareCount: 1,
                  entriesAware: false,
                },
                { name: 'list', test: listKeys, minShareCount: 1, entriesAware: false },
              ],
            },
          },
        },
      },
    },
  },
})
