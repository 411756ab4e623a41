import { useCallback, useMemo } from 'react'
import { noSelection, restoreSelection, storeSelection } from './selection.ts'
import type { Selection } from './selection.ts'
import { forgetStored, useStored } from './use-stored.ts'

export interface SelectionOptions {
  path: string
  /** Says which rows match. */
  match: string
  /** Selected where the tab remembers nothing. */
  initial?: Selection
}

/**
 * The selection of a grid. It lives in the tab's sessionStorage by the grid's path, so that it is there again after Back;
 * whose page it is forgets it where the reader comes for another task.
 * It holds only for the rows it was made among: where others match, nothing is selected.
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

/** Forgets what is selected in a grid of this tab: what was to be done with it is done, or another task begins. */
export function forgetSelection(path: string): void {
  forgetStored('sessionStorage', `shui-grid:${path}`)
}
