import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { aspectNames } from '#features/core/listing/taxonomy.ts'
import { matchingIds } from '#features/machinery/grid/list-db.server.ts'
import { openChosen } from '#features/machinery/grid/list-routes.server.ts'
import { listingsList } from '#features/selling/listings/listings-list.server.ts'
import { gridHref } from '#lib/grid-query.ts'
import { textsIn } from '#lib/form-fields.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { SellerActionArgs, SellerArgs } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { mostListings, type BulkEditForm } from './bulk-edit.ts'
import { addEdit } from './bulk-edits-db.server.ts'
import type { CellWords } from './cell-words.server.ts'
import type { CheckFacts } from './check-rows-db.server.ts'
import { usualColumns } from './column-fields.ts'
import { readOperation, type OperationProblem, type ReadOperation } from './column-operations.ts'
import { readChoices } from './edit-setting.server.ts'
import { formulaFields, type FormulaField } from './formula.ts'
import type { RowChanges } from './row-patch.ts'

/** Opens a bulk edit for the listings chosen in a list, in its order. Returns its id; null if there are none or too many. */
export async function openEdit(args: SellerActionArgs): Promise<string | null> {
  const { form, hub, seller, member, texts, write } = args
  const params = new URLSearchParams(textsIn(form))
  const chosen = openChosen(listingsList, { path: paths.listings.active, params, parse: parseItemNumber }, args)
  return write(async (db) => {
    const { rows } = await sql<{ id: number }>`
      ${matchingIds(listingsList, chosen)} limit ${mostListings + 1}`.execute(db)
    if (rows.length === 0 || rows.length > mostListings) return null
    return addEdit(db, {
      sellerId: seller.id,
      member,
      listingIds: rows.map(({ id }) => id),
      openedFrom: gridHref(paths.listings.active, chosen.query, chosen.definition),
      form: { columns: usualColumns, operations: [], grouping: texts.grouping },
      now: hub.now(),
    })
  })
}

/** What rows are computed with, and how they are shown to the reader. */
export interface EditSetting {
  changes: RowChanges
  facts: CheckFacts
  words: CellWords
  /** What is wrong with each operation; null for those that are right or still empty. */
  errors: readonly (OperationError | null)[]
  withDescription: boolean
}

/** What is wrong with an operation, and where. */
export interface OperationError {
  problem: OperationProblem
  at: number
  found: string
}

/** Operations that are not filled in yet change nothing. */
const unfilled: readonly OperationProblem[] = ['empty', 'findMissing', 'textMissing']

/** Reads what rows are computed with. */
export async function editSetting(
  db: SellerDb,
  { hub, seller, texts: reader }: SellerArgs,
  form: BulkEditForm,
): Promise<EditSetting> {
  const texts = textsFor(reader.locale, seller.timeZone)
  const { taxonomy } = hub.config
  const choices = await readChoices(db, { sellerId: seller.id, taxonomy, texts })
  const names = new Map<string, FormulaField>(
    formulaFields.flatMap((field) => [
      [field, field] as const,
      [texts.t(`bulkEdit.formula.${field}`).toLowerCase(), field] as const,
    ]),
  )
  const readings = form.operations.map((operation) => readOperation(operation, { grouping: form.grouping, names }))
  const operations: ReadOperation[] = readings.flatMap((reading) => (reading.ok ? [reading.operation] : []))
  return {
    changes: { operations, grouping: form.grouping, choices },
    facts: { taxonomy, limits: hub.config.policyPack.limits, now: hub.now() },
    words: { texts, choices, aspectNames: aspectNames(taxonomy, texts.locale) },
    errors: readings.map((reading) => (reading.ok || unfilled.includes(reading.problem) ? null : reading)),
    withDescription:
      form.columns.includes('description') || form.operations.some(({ field }) => field === 'description'),
  }
}
