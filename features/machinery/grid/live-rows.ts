import type { GridCell, GridModel, GridRow } from '#shui/grid/grid-model.ts'

/** A list that has changed since it was opened. */
export interface LiveList {
  model: GridModel
  /** How many more match than when it was opened; null where only others do, in another order, or nobody counted. */
  more: number | null
  /** Whether what is drawn is not what the list is now. */
  isBehind: boolean
}

/**
 * An open list with what has changed since: each row stays in its place, so that nothing moves under the reader's hand; one
 * that reads otherwise now is marked, and so is one that the list does not have any more. What is new waits until the reader
 * asks for it. The counts of the tabs are those of now. `opened` is drawn, `now` was read later at the same address. Pure.
 */
export function liveList(opened: GridModel, now: GridModel): LiveList {
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
    more: more !== null && more > 0 ? more : null,
    isBehind: !sameRows || opened.total !== now.total,
  }
}

/** Rows that the list does not have any more. Those that newer ones have pushed off the end of the page it still has. */
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

/** What a row says but for words that time alone changes: "2 hours ago", "due in 3 h". */
function essence({ cells, ...row }: GridRow): string {
  return JSON.stringify({ ...row, cells: Object.entries(cells).map(([id, cell]) => [id, cellEssence(cell)]) })
}

function cellEssence(cell: GridCell): unknown {
  if (cell === null || typeof cell === 'string' || !('kind' in cell)) return cell
  if (cell.kind === 'time') return cell.dateTime
  return cell.kind === 'status' ? cell.text : cell
}
