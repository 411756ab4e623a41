import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useLocation, useNavigation, useRevalidator } from '#web/router/router.ts'
import type { GridMove, GridServices } from '#shui/grid/grid-context.tsx'
import type { GridSay } from '#shui/grid/grid-words.ts'
import { rowsId } from '#shui/grid/grid-ids.ts'
import { Grid } from '#shui/grid/grid.tsx'
import { forgetSelection } from '#shui/grid/use-selection.ts'
import { useTexts } from '#texts/context.tsx'
import { unpackModel, type PackedGridModel } from './packed-model.ts'
import { useRefilter } from './use-refilter.ts'
import { useReturn } from './use-return.ts'
import type { GridCell, GridModel, GridRow } from '#shui/grid/grid-model.ts'
import type { QueryChange } from '#lib/query.ts'

/** Changes from one query to another, with or without `?`. Multiple values of a key are comma-separated. */
export function queryDifference(from: string, to: string): QueryChange[] {
  const before = new URLSearchParams(from)
  const after = new URLSearchParams(to)
  const keys = new Set([...before.keys(), ...after.keys()])
  const valueIn = (params: URLSearchParams, key: string) =>
    params
      .getAll(key)
      .map((value) => value.trim())
      .filter((value) => value !== '')
      .join(',')
  return [...keys]
    .filter((key) => valueIn(before, key) !== valueIn(after, key))
    .map((key) => ({ key, value: valueIn(after, key) }))
}

/**
 * Updates an open list without moving rows: changed and removed rows are marked, new ones wait until the reader asks.
 * Tab counts are current. `opened` is on screen, `now` was read later from the same URL. Pure.
 */
export function liveList(opened: GridModel, now: GridModel) {
  const fresh = new Map(now.rows.map((row) => [row.key, row]))
  const gone = goneKeys(opened.rows, now.rows)
  const rows = opened.rows.map((row) => {
    const found = fresh.get(row.key)
    if (!found) return gone.has(row.key) ? { ...row, mark: 'gone' as const } : row
    if (JSON.stringify(found) === JSON.stringify(row)) return row
    return essence(found) === essence(row) ? found : { ...found, mark: 'changed' as const }
  })
  const isCounted = !opened.more && !now.more
  const more = isCounted ? now.total - opened.total + gone.size : null
  const sameRows =
    opened.rows.length === now.rows.length && opened.rows.every(({ key }, at) => now.rows[at]?.key === key)
  return {
    model: { ...opened, rows, ...(now.tabs ? { tabs: now.tabs } : {}) },
    // Additional matches since it was opened; null if the number is unchanged or unknown.
    more: more !== null && more > 0 ? more : null,
    isBehind: !sameRows || opened.total !== now.total,
  }
}

/** Rows no longer in the list, not counting those that newer rows pushed off the page. */
function goneKeys(opened: readonly GridRow[], now: readonly GridRow[]): Set<string> {
  const there = new Set(now.map(({ key }) => key))
  const before = new Set(opened.map(({ key }) => key))
  let pushed = now.filter(({ key }) => !before.has(key)).length
  const missing = opened.filter(({ key }) => !there.has(key)).map(({ key }) => key)
  const gone = new Set(missing)
  for (const { key } of opened.toReversed()) {
    if (pushed === 0 || there.has(key)) break
    gone.delete(key)
    pushed -= 1
  }
  return gone
}

/** Contents of a row without relative times such as "2 hours ago". */
function essence({ cells, ...row }: GridRow): string {
  return JSON.stringify({ ...row, cells: Object.entries(cells).map(([id, cell]) => [id, cellEssence(cell)]) })
}

function cellEssence(cell: GridCell): unknown {
  if (cell === null || typeof cell === 'string' || !('kind' in cell)) return cell
  if (cell.kind === 'time') return cell.dateTime
  return cell.kind === 'status' ? cell.text : cell
}

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
