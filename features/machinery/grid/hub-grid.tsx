import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigation, useRevalidator } from '#web/router/router.ts'
import type { GridMove, GridServices } from '#shui/grid/grid-context.tsx'
import type { GridSay } from '#shui/grid/grid-words.ts'
import { rowsId } from '#shui/grid/grid-table.tsx'
import { Grid } from '#shui/grid/grid.tsx'
import { forgetSelection } from '#shui/grid/use-selection.ts'
import { useTexts } from '#texts/context.tsx'
import { takeEarlyKeys } from './early-keys.ts'
import { liveList } from './live-rows.ts'
import { unpackModel, type PackedGridModel } from './packed-model.ts'
import { queryDifference } from './query-difference.ts'
import { useOpenedRow } from './use-opened-row.ts'
import { useRefilter } from './use-refilter.ts'
import { useReturn } from './use-return.ts'

/**
 * The grid of a list page, with the reader's texts and filtering through the router. The loader makes the model
 * (`gridModel`, `packModel`). `now` is the current list: rows keep their places and new ones are offered.
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
  const isLeaving = useNavigation().state === 'loading'
  const { key } = useLocation()
  const [firstKey, forgetFirst] = useState<string | null>(key)
  if (firstKey !== null && key !== firstKey) forgetFirst(null)
  // Null until other results than the first were shown.
  const newKey = firstKey === null ? key : null
  const root = useRef<HTMLElement>(null)
  const isReturn = useReturn() !== null
  useOpenedRow(root, model.path)
  // Clear the selection when the reader leaves for another task; it survives only paging and Back.
  useLayoutEffect(() => {
    if (!isReturn) forgetSelection(model.path)
  }, [isReturn, model.path])
  useEffect(() => {
    // The focused element may have been removed with the old results; move the focus to the heading.
    if (newKey !== null && document.activeElement === document.body)
      root.current?.querySelector('h1')?.focus({ preventScroll: true })
  }, [newKey])
  const navigate = useCallback(
    (href: string, move: GridMove) => {
      const { search, pathname, href: here } = window.location
      const to = new URL(href, here)
      // A tab may be another page.
      const isElsewhere = move === 'page' || to.pathname !== pathname
      const changes = queryDifference(search, to.search)
      // Changes other than paging reset the offset.
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
  // A new element each time, so that repeated words are announced again.
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
      early={isLeaving ? null : takeEarlyKeys}
      announcement={announcement}
      behind={behind}
    />
  )
}
