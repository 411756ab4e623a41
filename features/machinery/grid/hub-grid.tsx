import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useLocation, useNavigation, useRevalidator } from '#web/router/router.ts'
import type { GridMove, GridServices } from '#shui/grid/grid-context.tsx'
import type { GridSay } from '#shui/grid/grid-words.ts'
import { rowsId } from '#shui/grid/grid-ids.ts'
import { Grid } from '#shui/grid/grid.tsx'
import { forgetSelection } from '#shui/grid/use-selection.ts'
import { useTexts } from '#texts/context.tsx'
import { liveList } from './live-rows.ts'
import { unpackModel, type PackedGridModel } from './packed-model.ts'
import { queryDifference } from './query-difference.ts'
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

interface EarlyKey {
  key: string
  /** By the clock of events. */
  at: number
}

declare global {
  interface Window {
    /** Steps through a list that nothing has taken, newest last. */
    hubEarlyKeys?: EarlyKey[]
  }
}

/** Milliseconds after which a key is no longer meant for the list that comes. */
const keptFor = 5_000

/** The keys that were pressed a moment ago and that nothing has taken; they are taken now. */
function takeEarlyKeys(): string[] {
  const since = performance.now() - keptFor
  const keys = (window.hubEarlyKeys ?? []).filter(({ at }) => at > since).map(({ key }) => key)
  delete window.hubEarlyKeys
  return keys
}

const links = 'tbody th a'

/** Focuses the link of the opened row after Back. The router restores the scroll position, the grid its selection. */
function useOpenedRow(root: RefObject<HTMLElement | null>, path: string): void {
  // Only within the app; a reloaded page starts at the top.
  const cameBack = useReturn() === 'inApp'
  useEffect(() => {
    const element = root.current
    if (!element) return undefined
    const key = `hub-opened-row:${path}`
    const opened = stored(key)
    const link = [...element.querySelectorAll<HTMLElement>(links)].find((each) => each.getAttribute('href') === opened)
    if (cameBack && document.activeElement === document.body) link?.focus({ preventScroll: true })
    const remember = ({ target }: Event) => {
      const href = target instanceof Element ? target.closest(links)?.getAttribute('href') : null
      if (href) store(key, href)
    }
    element.addEventListener('click', remember)
    return () => element.removeEventListener('click', remember)
  }, [root, path, cameBack])
}

function stored(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Storage is blocked: start at the top.
  }
}
