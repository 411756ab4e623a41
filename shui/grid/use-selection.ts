import { useCallback, useMemo } from 'react'
import { noSelection, restoreSelection, storeSelection, type Selection } from './selection.ts'
import { forgetStored, useStored } from './use-stored.ts'

export interface SelectionOptions {
  path: string
  /** Identifies the matching rows. */
  match: string
  /** Used if the tab has none stored. */
  initial?: Selection
}

/**
 * The selection of a grid, stored in sessionStorage by path, so that Back restores it. Valid only for the same matching
 * rows; pages clear it when a new task starts.
 */
export function useSelection({ path, match, initial = noSelection }: SelectionOptions) {
  const [stored, store] = useStored('sessionStorage', `shui-grid:${path}`)
  const selection = useMemo(
    () => (stored === null ? initial : restoreSelection(stored, match)),
    [stored, match, initial],
  )
  const change = useCallback((next: Selection) => store(storeSelection(next, match)), [store, match])
  return [selection, change] as const
}

/** Clears the stored selection of a grid after its action is done or a new task starts. */
export function forgetSelection(path: string): void {
  forgetStored('sessionStorage', `shui-grid:${path}`)
}
