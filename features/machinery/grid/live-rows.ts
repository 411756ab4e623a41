import type { GridCell, GridModel, GridRow } from '#shui/grid/grid-model.ts'

export interface LiveList {
  model: GridModel
  /** Additional matches since it was opened; null if the number is unchanged or unknown. */
  more: number | null
  isBehind: boolean
}

/**
 * Updates an open list without moving rows: changed and removed rows are marked, new ones wait until the reader asks.
 * Tab counts are current. `opened` is on screen, `now` was read later from the same URL. Pure.
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
