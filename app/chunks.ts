import path from 'node:path'
import type { Rolldown } from 'vite'

const root = path.resolve(import.meta.dirname, '..')

/** What starts the others, after all of them are there: a file of its own. */
const start = /\/app\/entry\.client\./
/** What every page begins with. */
const frame = /\/app\/(root|shell\/shell-layout|entry\.client)\./
/** A list, whichever it is. */
const list = /\/features\/(?:[\w-]+\/)?grid\/list-screen\./
// What pages are made of, whatever they are about, and pieces below half a KB that a few of them share.
const shared =
  /node_modules|\/(lib|texts|shui|web|app)\/|\/features\/(?:[\w-]+\/)?(accounts\/(password-rules|new-password-fields)|conversations\/message\.|fulfilment\/ship-form|listing\/(listing-content|listing-description|taxonomy)|order-notes\/tag\.|policies\/policy-fieldset|listing-pictures\/picture\.|product-summary\/pricing-query|grid\/(back-to-list|use-return)|task\/task-back)/
// What comes with the pages that need it, or once it is asked for.
const onDemand =
  /\/shui\/(grid|chart|dialog|gallery|table|find)\/|\/shui\/form\/(combobox|match-options)\.|\/(en|de)\/|\/(en|de|pseudo)\.ts/
// What a list and the pages behind its rows share.
const listKeys = /\/shui\/grid\/(use-(grid-keys|selection|stored)|grid-context)\./
// What the pages of an order and of its cases are made of.
const order =
  /\/features\/(?:[\w-]+\/)?(order-page\/order-view|cases\/case-answer-form|grid\/neighbours|refunds\/refund|conversations\/(thread|messages|message-form|chosen-photos|seen-field))\./

// They ask for nearly fifteen files, as many as a page may: what they share with others is no file of its own.
const fullest = /\/features\/(?:[\w-]+\/)?(listing-form\/listing-form|overview\/overview)-page\./

/**
 * The file that a module comes in; null where the bundler finds one, by who needs it. What every page needs comes in one
 * file, `hub`, instead of a dozen: fewer requests, and one cache entry that lasts. What lists do without and two or more other
 * pages need comes in another, `page`.
 */
export function chunkOf(id: string, modules: Rolldown.ChunkingContext): string | null {
  const module = id.replace(root, '')
  if (start.test(module)) return null
  if (listKeys.test(module)) return 'page'
  const needed = neededBy(id, modules, new Set())
  const by = (what: RegExp) => [...needed].some((each) => what.test(each.replace(root, '')))
  if (by(frame)) return 'hub'
  const beginnings = [...needed].filter((each) => isBeginning(each, modules))
  if (beginnings.length < 2) return null
  // Of a sheet next to nothing is left but the sheet.
  if (module.endsWith('.module.css')) return 'hub'
  if (!shared.test(module) || onDemand.test(module)) return null
  const [importer, ...others] = modules.getModuleInfo(id)?.importers ?? []
  // An icon of one part goes with that.
  if (importer && others.length === 0) return chunkOf(importer, modules)
  return by(list) || by(fullest) ? 'hub' : 'page'
}

/** The file of what the pages of an order and of its cases share; null for all others. Shared modules that it needs come in theirs. */
export const orderChunk = (id: string): string | null => (order.test(id) ? 'order' : null)

/** All modules that do not work without this one, with itself. */
function neededBy(id: string, modules: Rolldown.ChunkingContext, found: Set<string>): Set<string> {
  if (found.has(id)) return found
  found.add(id)
  for (const each of modules.getModuleInfo(id)?.importers ?? []) neededBy(each, modules, found)
  return found
}

/** A page, or what is loaded when it is asked for. */
function isBeginning(id: string, modules: Rolldown.ChunkingContext): boolean {
  const module = modules.getModuleInfo(id)
  return module !== null && (module.isEntry || module.dynamicImporters.length > 0)
}
