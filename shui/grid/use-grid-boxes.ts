import { useCallback, useLayoutEffect, useRef, type ChangeEvent, type MouseEvent, type RefObject } from 'react'
import { pageSelection, select, type Selection } from './selection.ts'

export interface GridBoxesOptions {
  root: RefObject<HTMLElement | null>
  pageKeys: readonly string[]
  selection: Selection
  onChange: (selection: Selection) => void
}

/**
 * Connects the row checkboxes to the selection. Boxes are updated only where they differ, so that selecting rerenders
 * no row. Shift selects a range.
 */
export function useGridBoxes({ root, pageKeys, selection, onChange }: GridBoxesOptions) {
  const present = useRef({ pageKeys, selection, onChange, last: -1, shift: false })
  useLayoutEffect(() => {
    Object.assign(present.current, { pageKeys, selection, onChange })
    for (const box of boxesIn(root.current, 'tbody input[name=keys]'))
      box.checked = selection.all || selection.keys.includes(box.value)
    const state = pageSelection(selection, pageKeys)
    for (const box of boxesIn(root.current, 'input[data-page]')) {
      box.checked = state === 'all'
      box.indeterminate = state === 'some'
    }
  }, [root, pageKeys, selection, onChange])

  const onSelectClick = useCallback((event: MouseEvent) => {
    present.current.shift = event.shiftKey
  }, [])
  const onSelect = useCallback((event: ChangeEvent<HTMLInputElement>) => {
    const now = present.current
    const { checked, value, dataset } = event.target
    if (dataset.page !== undefined) {
      now.onChange(select(now.selection, now.pageKeys, checked, now.pageKeys))
      return
    }
    const at = now.pageKeys.indexOf(value)
    const from = now.shift && now.last >= 0 ? now.last : at
    const keys = now.pageKeys.slice(Math.min(from, at), Math.max(from, at) + 1)
    Object.assign(now, { last: at, shift: false })
    now.onChange(select(now.selection, keys, checked, now.pageKeys))
  }, [])
  return { onSelect, onSelectClick }
}

const boxesIn = (root: HTMLElement | null, selector: string) => root?.querySelectorAll<HTMLInputElement>(selector) ?? []
