import { buyerField } from '#features/core/order/buyer-field.ts'
import { sql } from 'kysely'
import { valuesAsText, type SellerDb } from '#db/client.ts'
import { answerExport } from '#features/machinery/grid/export-answer.server.ts'
import { cursorBatches } from '#features/machinery/grid/export-db.server.ts'
import {
  exportFile,
  exportFileName,
  textField,
  timeField,
  type ExportColumn,
  type Written,
} from '#features/machinery/grid/export-file.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { sellerLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import { evidenceOf, inThisOrder, type EvidenceRow } from './evidence-db.server.ts'
import {
  faultsOf,
  faultyOrders,
  nextEvaluation,
  type Evaluated,
} from '#features/core/seller-level/measure-sales-db.server.ts'
import { faults, type Fault } from '#features/core/seller-level/seller-level.ts'

type EvaluatedRow = EvidenceRow & Record<Fault, string | null>

/**
 * Exports every order that counts against the shop at the next evaluation, one row each, with a column for each
 * measure.
 */
export const loader = sellerLoader('hub.view', async (visit) => {
  const { hub, seller, read } = visit
  const { standards } = hub.config.policyPack
  const now = hub.now()
  const texts = textsFor(visit.texts.locale, seller.timeZone)
  const { window } = await read((db) => nextEvaluation(db, seller, { standards, now }))
  const on = { sellerId: seller.id, window, at: now, standards }
  return answerExport(visit, {
    mayHave: (role) => mayDo(role, 'hub.view'),
    batches: (db) =>
      cursorBatches(
        db,
        sql<{
          id: number
        }>`select o.id from orders o where ${sql.join(
          faults.map((fault) => sql`(${faultyOrders(fault, on)})`),
          sql` or `,
        )} order by o.placed_at, o.id`,
        (ids) => readEvaluated(db, on, ids),
      ),
    file: exportFile(columns, texts),
    fileName: exportFileName(texts.t('level.export.file'), now, texts),
    list: paths.sellerLevel(),
  })
})

async function readEvaluated(db: SellerDb, on: Evaluated, ids: readonly number[]): Promise<Written<EvaluatedRow>[]> {
  if (ids.length === 0) return []
  const statement = evidenceOf(inThisOrder(ids), on, sql`${faultsOf(on)}, `)
  const { rows } = await sql<Written<EvaluatedRow>>`${valuesAsText} ${statement}`.execute(db)
  return rows
}

const countsAs = (fault: Fault): ExportColumn<EvaluatedRow> => ({
  label: `level.export.${fault}`,
  value: (row, { word, none }) => (row[fault] === null ? none : word('level.export.yes')),
})

const columns: readonly ExportColumn<EvaluatedRow>[] = [
  { label: 'orders.export.order', value: textField('order_number') },
  { label: 'orders.export.buyer', value: buyerField },
  { label: 'orders.export.title', value: ({ title }, { text }) => text(title) },
  { label: 'orders.export.placed', value: timeField('placed_at') },
  { label: 'orders.export.shipBy', value: timeField('ship_by') },
  { label: 'level.export.tracked', value: timeField('tracked_at') },
  { label: 'level.export.scanned', value: timeField('scanned_at') },
  { label: 'orders.export.delivered', value: timeField('delivered_at') },
  { label: 'level.export.promised', value: timeField('promised_by') },
  { label: 'level.export.cancelled', value: timeField('cancelled_at') },
  { label: 'level.export.decided', value: timeField('decided_at') },
  { label: 'level.export.asked', value: timeField('asked_at') },
  { label: 'level.export.answered', value: timeField('answered_at') },
  ...faults.map(countsAs),
]
