/** Selected rows: their keys, or all that match. */
export interface Selection {
  keys: readonly string[]
  all: boolean
}

export const noSelection: Selection = { keys: [], all: false }

/** Maximum individually selected rows: their keys must fit into a URL. */
export const maxSelected = 400

/** Selects or deselects rows. Deselecting from "all that match" leaves the other rows of this page. */
export function select(
  selection: Selection,
  keys: readonly string[],
  on: boolean,
  pageKeys: readonly string[],
): Selection {
  const before = selection.all ? pageKeys : selection.keys
  if (!on) return { keys: before.filter((key) => !keys.includes(key)), all: false }
  if (selection.all) return selection
  return { keys: [...new Set([...before, ...keys])].slice(0, maxSelected), all: false }
}

export function pageSelection(selection: Selection, pageKeys: readonly string[]): 'none' | 'some' | 'all' {
  if (selection.all) return 'all'
  const count = pageKeys.filter((key) => selection.keys.includes(key)).length
  if (count === 0) return 'none'
  return count === pageKeys.length ? 'all' : 'some'
}

export function countSelected(selection: Selection, total: number): number {
  return selection.all ? total : selection.keys.length
}

/** Serialises a selection; valid only for the same query. */
export function storeSelection(selection: Selection, match: string): string {
  return JSON.stringify({ match, keys: selection.keys, all: selection.all })
}

/** Restores a selection; empty if missing, invalid or of another query. */
export function restoreSelection(stored: string | null, match: string): Selection {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    if (typeof value !== 'object' || value === null || !('match' in value) || value.match !== match) return noSelection
    const keys = 'keys' in value && Array.isArray(value.keys) ? value.keys.filter((key) => typeof key === 'string') : []
    return { keys: keys.slice(0, maxSelected), all: 'all' in value && value.all === true }
  } catch {
    return noSelection
  }
}
