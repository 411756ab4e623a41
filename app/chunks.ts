import path from 'node:path'
import type { Rolldown } from 'vite'

const root = path.resolve(import.meta.dirname, '..')

/** Starts the application; a file of its own, because it runs after all others are loaded. */
const start = /\/app\/entry\.client\./
/** The frame of every page. */
const frame = /\/app\/(root|shell\/shell-layout|entry\.client)\./
const list = /\/features\/(?:[\w-]+\/)?grid\/list-screen\./
// Building blocks of pages, and modules below half a KB shared by a few pages.
const shared =
  /node_modules|\/(lib|texts|shui|web|app)\/|\/features\/(?:[\w-]+\/)?(accounts\/(password-rules|new-password-fields)|conversations\/message\.|fulfilment\/ship-form|listing\/(kit\.|listing-content|listing-description|taxonomy|customs-details)|order-notes\/tag\.|policies\/policy-fieldset|listing-pictures\/picture\.|fees\/fee\.|product-summary\/pricing-query|grid\/(back-to-list|use-return)|task\/task-back)/
// Loaded with the pages that need it, or on demand.
const onDemand =
  /\/shui\/(grid|chart|dialog|gallery|table|find)\/|\/shui\/form\/(combobox|match-options)\.|\/(en|de)\/|\/(en|de|pseudo)\.ts/
// Shared by a list and the detail pages of its rows, which request nearly fifteen files, the maximum of a page.
const listKeys = /\/shui\/grid\/(use-(grid-keys|selection|stored)|grid-context)\./
/** Chunks shared by few pages; what a module depends on goes with the first that needs it. */
export const sharedParts: readonly (readonly [chunk: string, modules: RegExp])[] = [
  [
    'detail',
    /\/features\/(?:[\w-]+\/)?(grid\/(fact-rows|neighbours)|cases\/order-cases|order-page\/read\/tracking-number|conversations\/(thread|messages|message-form|(chosen|kept)-photos|seen-field))\./,
  ],
  ['case', /\/features\/(?:[\w-]+\/)?cases\/case-(answer-form|parts|photos)\./],
  ['offer', /\/features\/(?:[\w-]+\/)?offers\/offer-(fields|words)\./],
  ['order', /\/features\/(?:[\w-]+\/)?(order-page\/details\/order-view|refunds\/refund)\./],
  // One file with the page, so that what it loads later adds no file to it.
  [
    'listing-form',
    /\/features\/(?:[\w-]+\/)?(listing-form\/(listing-form-page|live-form|form\/|sections\/(?!variations-|parcel-|later-|schedule-|break-even-)|keep\/(?:keeping-line|use-))|core\/listing\/publish-guards)/,
  ],
  // Chosen, checked, and followed while they are applied.
  ['file-review', /\/features\/(?:[\w-]+\/)?(file-runs\/(file-field|use-follow)|records\/record-review)\./],
]

// The heaviest page: what it shares with others stands in files without what it does not need.
const heaviest = /\/features\/(?:[\w-]+\/)?listing-form\/listing-form-page\./

/**
 * The chunk of a module; null if the bundler decides. Modules of every page and of lists go into one file, `hub`, for
 * fewer requests and one long-lived cache entry. Those of two or more other pages go into `page`, or `form` if the listing form
 * is one of them.
 */
export function chunkOf(id: string, modules: Rolldown.ChunkingContext): string | null {
  const module = id.replace(root, '')
  if (start.test(module)) return null
  if (listKeys.test(module)) return 'hub'
  const needed = neededBy(id, modules, new Set())
  const by = (what: RegExp) => [...needed].some((each) => what.test(each.replace(root, '')))
  if (by(frame)) return 'hub'
  const beginnings = [...needed].filter((each) => isBeginning(each, modules))
  if (beginnings.length < 2) return null
  // A CSS module leaves nothing but its style sheet.
  if (module.endsWith('.module.css')) return 'hub'
  if (!shared.test(module) || onDemand.test(module)) return null
  const [importer, ...others] = modules.getModuleInfo(id)?.importers ?? []
  // An icon used by one module goes with it.
  if (importer && others.length === 0) return chunkOf(importer, modules)
  return by(list) ? 'hub' : by(heaviest) ? 'form' : 'page'
}

/** First, so that what it depends on goes with it, and not with a module of another chunk. */
export const hubChunk: typeof chunkOf = (id, modules) => (chunkOf(id, modules) === 'hub' ? 'hub' : null)

/** All modules that depend on this one, including itself. */
function neededBy(id: string, modules: Rolldown.ChunkingContext, found: Set<string>): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const each of modules.getModuleInfo(id)?.importers ?? []) neededBy(each, modules, found)
  return found
}

/** Whether a module is an entry point: a page, or loaded on demand. */
function isBeginning(id: string, modules: Rolldown.ChunkingContext): boolean {
  const module = modules.getModuleInfo(id)
  return module !== null && (module.isEntry || module.dynamicImporters.length > 0)
}
