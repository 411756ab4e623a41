import type { SellerDb } from '#db/client.ts'
import { reopenRun, setPlan } from '#features/machinery/file-runs/reopen-runs-db.server.ts'
import { noDays, orderOfDays } from '#lib/written-day.ts'
import { dateAt } from '#lib/zoned-time.ts'
import { checkRows } from './check-rows.server.ts'
import { groupRows, recipientsOf } from './group-rows.server.ts'
import { isEnough } from './meanings.ts'
import { withCells } from './review-form.ts'
import type { Reviewing } from './review-upload.server.ts'
import { keepReadRows, rowsBelow, storeVerdicts } from './tracking-rows-db.server.ts'
import type { Upload } from './uploads-db.server.ts'

/** Rows of a file that is checked in a request; longer ones are checked by the job. */
const mostRows = 1_000

/** Checks all rows of a short file again, by another plan; false if it is long. */
export async function recheckRows(
  db: SellerDb,
  { upload, plan, zone, ...on }: Reviewing & { upload: Upload; plan: Upload['form'] },
): Promise<boolean> {
  const key = { sellerId: on.sellerId, id: on.id }
  const { typed = [], isUnread = false, ...form } = plan
  const stored = isUnread ? [] : await rowsBelow(db, { ...key, row: 0, limit: mostRows + 1 })
  if (isUnread || stored.length > mostRows) return false
  const findRecipients = recipientsOf(on.sellerId)
  const { rows, below } = await groupRows(db, {
    ...key,
    rows: withCells(stored, typed, form.header.length),
    form,
    above: { order: '', days: noDays },
    findRecipients,
    today: dateAt(on.now, zone),
  })
  await keepReadRows(db, key, rows)
  const next = { ...form, columnOrder: orderOfDays(below.days) }
  await setPlan(db, { ...key, plan: next })
  if (!isEnough(form.columns)) return true
  const facts = { sellerId: on.sellerId, carriers: on.carriers, now: on.now, form: next, zone, findRecipients }
  const verdicts = await checkRows(db, facts, rows)
  await storeVerdicts(db, key, rows, verdicts)
  // Rows corrected after the file was applied wait to be applied.
  if (upload.state === 'DONE' && verdicts.some(({ verdict }) => verdict === 'CHANGE')) await reopenRun(db, key)
  return true
}
