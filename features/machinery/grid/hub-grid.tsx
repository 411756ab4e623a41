import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import type { GridMove, GridServices } from '#shui/grid/grid-context.tsx'
import type { GridSay } from '#shui/grid/grid-words.ts'
import { rowsId } from '#shui/grid/grid-table.tsx'
import { Grid } from '#shui/grid/grid.tsx'
import { forgetSelection } from '#shui/grid/use-selection.ts'
import { useTexts } from '#texts/context.tsx'
import { liveList } from './live-rows.ts'
import { unpackModel, type PackedGridModel } from './packed-model.ts'
import { queryDifference } from './query-difference.ts'
import { useOpenedRow } from './use-opened-row.ts'
import { useRefilter } from './use-refilter.ts'
import { useReturn } from './use-return.ts'

/**
 * A grid on a page of the hub: in the reader's words, and re-filtered by the router instead of a new document. The page's
 * loader makes the model (`gridModel`, `packModel`); the page shows nothing else in main. `now` is what the list has become
 * since: rows keep their places, and what is new is offered.
 */
export function HubGrid({
  model: packed,
  now,
  edit,
  act,
}: { model: PackedGridModel; now: PackedGridModel } & Pick<Partial<GridServices>, 'edit' | 'act'>) {
  const opened = useMemo(() => unpackModel(packed), [packed])
  const live = useMemo(() => (now === packed ? null : liveList(opened, unpackModel(now))), [opened, packed, now])
  const model = live?.model ?? opened
  const { revalidate } = useRevalidator()
  const texts = useTexts()
  const say = useCallback<GridSay>((word, values) => texts.t(`grid.${word}`, values), [texts])
  const { refilter, load, busy } = useRefilter()
  const { key } = useLocation()
  const [firstKey, forgetFirst] = useState<string | null>(key)
  if (firstKey !== null && key !== firstKey) forgetFirst(null)
  // Null until others than the first results were shown: come back to, the first are as new as any.
  const newKey = firstKey === null ? key : null
  const root = useRef<HTMLElement>(null)
  const isReturn = useReturn() !== null
  useOpenedRow(root, model.path)
  // What was selected for one task must not be taken into the next: it outlives the list's pages and Back alone.
  useLayoutEffect(() => {
    if (!isReturn) forgetSelection(model.path)
  }, [isReturn, model.path])
  useEffect(() => {
    // The element that had focus may be gone with the old results: the heading says where the reader is.
    if (newKey !== null && document.activeElement === document.body)
      root.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [newKey])
  const navigate = useCallback(
    (href: string, move: GridMove) => {
      const { search, pathname, href: here } = window.location
      const to = new URL(href, here)
      // A tab may be a page of its own.
      const isElsewhere = move === 'page' || to.pathname !== pathname
      const changes = queryDifference(search, to.search)
      // Only who turns the page asks for an offset.
      const asked = move === 'page' ? changes : changes.filter(({ key: name }) => name !== 'offset')
      void (isElsewhere ? load(href, asked, { resetScroll: true }) : refilter(asked))
    },
    [load, refilter],
  )
  const behind = useMemo(() => {
    if (!live?.isBehind) return null
    const onShow = () => {
      document.getElementById(rowsId)?.focus()
      void revalidate()
    }
    return { more: live.more, onShow }
  }, [live, revalidate])
  // A new element each time, so that the same words are said again.
  const announcement = busy || newKey === null ? null : <span key={newKey}>{texts.t('grid.updated')}</span>
  return (
    <Grid
      ref={root}
      model={model}
      say={say}
      navigate={navigate}
      edit={edit}
      act={act}
      busy={busy}
      announcement={announcement}
      behind={behind}
    />
  )
}
