import { joinedAreas, lazyAreas } from './lazy-areas.ts'
import { usedKeys } from './used-keys.ts'

export interface BundledModule {
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
