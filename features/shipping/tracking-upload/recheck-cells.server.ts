import type { SellerDb } from '#db/client.ts'
import { reopenRun } from '#features/machinery/file-runs/reopen-runs-db.server.ts'
import { pairs } from '#lib/pairs.ts'
import { noDays } from '#lib/written-day.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { checkRows } from './check-rows.server.ts'
import { groupRows, orderOfGroup, recipientsOf, type GroupedRow } from './group-rows.server.ts'
import { withCells, type TypedCell } from './review-form.ts'
import type { Reviewing } from './review-upload.server.ts'
import { isOrderAlone, readStoredRows } from './table-rows.ts'
import { keepReadRows, rowsOfGroups, rowsWithin, storeVerdicts } from './tracking-rows-db.server.ts'
import type { Upload } from './uploads-db.server.ts'

/** Rows that are corrected and checked in a request. */
const mostRows = 50

interface Rechecking extends Reviewing {
  upload: Upload
  typed: readonly TypedCell[]
}

/**
 * Stores typed cells and checks the rows of their orders again. Returns false and changes nothing if other rows depend on
 * them, or if there are many.
 */
export async function recheckCells(db: SellerDb, { upload, typed, zone, ...on }: Rechecking): Promise<boolean> {
  const key = { sellerId: on.sellerId, id: on.id }
  const { form } = upload
  const rows = await rowsWithin(db, { ...key, ranges: typed, limit: mostRows + 1 })
  if (rows === null || rows.length > mostRows) return false
  const edited = withCells(rows, typed, form.header.length)
  const [before, after] = [await readStoredRows(rows, form), await readStoredRows(edited, form)]
  const areOthers = pairs(before, after).some(
    ([was, is]) => isOrderAlone(was) || isOrderAlone(is) || (was.cells.order && !is.cells.order),
  )
  if (areOthers) return false
  const findRecipients = recipientsOf(on.sellerId)
  const today = dateAt(on.now, zone)
  const grouped: GroupedRow[] = []
  for (const row of edited) {
    const above = { order: row.orderText ?? '', days: noDays }
    grouped.push(...(await groupRows(db, { ...key, rows: [row], form, above, findRecipients, today })).rows)
  }
  await keepReadRows(db, key, grouped)
  const isOfOrder = ({ group }: GroupedRow) => orderOfGroup(group) !== null
  const groups = new Set([...rows, ...grouped].filter(isOfOrder).map(({ group }) => group))
  const all = [
    ...(await rowsOfGroups(db, { ...key, groups: [...groups] })),
    ...grouped.filter((row) => !isOfOrder(row)),
  ]
  const facts = { sellerId: on.sellerId, carriers: on.carriers, now: on.now, form, zone, findRecipients }
  const verdicts = await checkRows(db, facts, all)
  await storeVerdicts(db, key, all, verdicts)
  // Rows corrected after the file was applied wait to be applied.
  if (upload.state === 'DONE' && verdicts.some(({ verdict }) => verdict === 'CHANGE')) await reopenRun(db, key)
  return true
}
