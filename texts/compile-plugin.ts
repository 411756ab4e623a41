import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Messages } from '@lingui/core'
import type { Plugin } from 'vite'
import { compileMessages } from './compile.ts'
import { joinedAreas, lazyAreas } from './lazy-areas.ts'
import { usedKeys } from './used-keys.ts'

const localeModule = new RegExp(`/texts/(en|de)(/(${lazyAreas.join('|')}))?\\.ts$`)
const placeholder = /\{\s*(["']?)hub-messages\1:\s*(["'`])(.*?)\2\s*\}/

/**
 * Names the texts' modules in the pages that load them. Replaces a locale's ICU messages in the browser bundle by compiled ones, so that no parser is shipped, and drops
 * those no component uses: most are rendered by the server only.
 */
export function compileTexts(): Plugin {
  let sources: string[] = []
  return {
    name: 'seller-hub:compile-texts',
    enforce: 'pre',
    applyToEnvironment: (environment) => environment.name === 'client',
    async load(id) {
      if (!localeModule.test(id)) return null
      if (this.environment.mode === 'build') return `export const messages = { 'hub-messages': ${JSON.stringify(id)} }`
      return `export const messages = ${JSON.stringify(await readMessages(id))}`
    },
    transform: (code) => (code.includes('loadTexts(') ? { code: nameModules(code), map: null } : null),
    buildEnd() {
      sources = [...this.getModuleIds()].map((id) => this.getModuleInfo(id)?.code ?? '')
    },
    async renderChunk(code) {
      const found = placeholder.exec(code)
      if (!found?.[3]) return null
      const messages = await readMessages(found[3])
      const used = usedKeys(Object.keys(messages), sources)
      const shipped = Object.fromEntries(used.map((key) => [key, messages[key]]))
      return { code: code.replace(placeholder, () => JSON.stringify(shipped)), map: null }
    },
    async generateBundle(_options, bundle) {
      if (this.environment.mode !== 'build') return
      const modules = new Map<string, BundledModule>()
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        for (const [id, { code }] of Object.entries(chunk.modules)) {
          const info = this.getModuleInfo(id)
          const importers = [...(info?.importers ?? []), ...(info?.dynamicImporters ?? [])]
          // Use the tree-shaken code for keys and the original for awaited areas.
          modules.set(id, { code: code ?? '', isReady: (area) => awaitsArea(info?.code ?? '', area), importers })
        }
      }
      for (const area of lazyAreas) {
        // Its parts are checked one by one.
        if (joinedAreas[area]) continue
        const keys = Object.keys(await messagesIn(path.join(import.meta.dirname, `en/${area}.ts`)))
        const way = findUnloadedUse(modules, area, keys)
        if (way)
          this.error(`Texts of "${area}" are spoken before they are there (texts/lazy-areas.ts): ${way.join(' < ')}`)
      }
    },
  }
}

/** Adds the modules of its areas to each call of `loadTexts`: `loadTexts('team', { 'team': { de: () => import(…), … } })`. */
export const nameModules = (code: string): string =>
  code.replace(/\bloadTexts\(((?:'[\w-]+'(?:, )?)+)\)/g, (_call, areas: string) => {
    const modules = (areas.match(/[\w-]+/g) ?? []).map((area) => {
      const of = (locale: string) =>
        `() => import(${JSON.stringify(path.join(import.meta.dirname, locale, `${area}.ts`))})`
      return `'${area}': { de: ${of('de')}, en: ${of('en')} }`
    })
    return `loadTexts(${areas}, { ${modules.join(', ')} })`
  })

/** A locale's compiled messages without its lazily loaded areas, or those of one area. */
async function readMessages(id: string): Promise<Messages> {
  const isArea = localeModule.exec(id)?.[2] !== undefined
  const all = await messagesIn(id)
  const late = isArea ? [] : await Promise.all(lazyAreas.map((name) => messagesIn(id.replace(/\.ts$/, `/${name}.ts`))))
  return compileMessages(Object.fromEntries(Object.entries(all).filter(([key]) => !late.some((other) => key in other))))
}

/** The exports of a message module, whatever their names. */
async function messagesIn(id: string): Promise<Record<string, string>> {
  return Object.assign({}, ...Object.values(await import(pathToFileURL(id).href)))
}

interface BundledModule {
  code: string
  /** Whether it awaits the texts of an area at its top. */
  isReady: (area: string) => boolean
  /** Ids of the modules that import it, statically or dynamically. */
  importers: readonly string[]
}

/**
 * Finds an import path, from a module using a lazy area to an entry point, on which no module awaits the area: readers
 * would see bare keys. Null if none.
 */
export function findUnloadedUse(
  modules: ReadonlyMap<string, BundledModule>,
  area: string,
  keys: readonly string[],
): string[] | null {
  for (const [id, { code }] of modules) {
    if (usedKeys(keys, [code]).length === 0) continue
    const way = wayToStart(modules, area, [id], new Set())
    if (way) return way
  }
  return null
}

function wayToStart(
  modules: ReadonlyMap<string, BundledModule>,
  area: string,
  way: readonly string[],
  seen: Set<string>,
): string[] | null {
  const id = way.at(-1) ?? ''
  const module = modules.get(id)
  // Removed from the bundle.
  if (!module || seen.has(id) || module.isReady(area)) return null
  seen.add(id)
  if (module.importers.length === 0) return [...way]
  for (const importer of module.importers) {
    const found = wayToStart(modules, area, [...way, importer], seen)
    if (found) return found
  }
  return null
}

/** Whether a module awaits the area's texts at its top, alone or joined with others. */
export function awaitsArea(code: string, area: string): boolean {
  const named = [...code.matchAll(/await\s+loadTexts\(([^)]*)\)/g)].flatMap(
    ([, areas = '']) => areas.match(/[\w-]+/g) ?? [],
  )
  return lazyAreas.some(
    (each) => named.includes(each) && [each, ...(joinedAreas[each] ?? [])].some((own) => own === area),
  )
}
