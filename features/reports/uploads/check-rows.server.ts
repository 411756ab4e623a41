import type { SellerDb } from '#db/client.ts'
import { safeHtml } from '#features/core/listing/safe-html.server.ts'
import { readSellerFacts, skusInUse } from '#features/selling/listing-changes/patch-facts-db.server.ts'
import { readPatchable } from '#features/selling/listing-changes/patchable-listings-db.server.ts'
import type { FileRow } from '#features/selling/listing-files/read-rows.ts'
import type { Hub } from '#web/hub.ts'
import { findListings } from './find-listings-db.server.ts'
import { planRow, type RowFacts } from './plan-rows.ts'
import type { PlannedRow } from './upload-plan.ts'

/** A part of a file's rows, checked. */
export interface CheckedPart {
  rows: PlannedRow[]
  /** Lines of the part by the listing and variation that they change. */
  lines: ReadonlyMap<string, number>
}

/**
 * Checks a part of a file's rows against the seller's listings. Changes nothing. `before` has the lines of earlier
 * parts; it stays as it is, since the transaction may be repeated.
 */
export async function checkRows(
  db: SellerDb,
  {
    hub,
    sellerId,
    currency,
    rows,
    before,
  }: { hub: Hub; sellerId: number; currency: string; rows: readonly FileRow[]; before: ReadonlyMap<string, number> },
): Promise<CheckedPart> {
  const { taxonomy, policyPack } = hub.config
  const named = await findListings(db, sellerId, rows)
  const ids = [...named.byItem.values(), ...[...named.bySku.values()].map(({ listing }) => listing)].map(({ id }) => id)
  const withDescription = rows.some(({ patch }) => patch.description !== undefined)
  const stored = await readPatchable(db, { sellerId, ids: [...new Set(ids)], withDescription })
  const skus = rows.flatMap(({ patch }) => patch.sku ?? [])
  const lines = new Map<string, number>()
  const facts: RowFacts = {
    named,
    currency,
    stored: new Map(stored.map((each) => [each.row.id, each])),
    skuUsers: await skusInUse(db, sellerId, skus),
    rules: await readSellerFacts(db, { sellerId, taxonomy, limits: policyPack.limits, now: hub.now() }),
    lines: { get: (key) => before.get(key) ?? lines.get(key), set: (key, line) => lines.set(key, line) },
  }
  return { rows: rows.map((row) => planRow(withSafeHtml(row), facts)), lines }
}

/** The row with its description as it would be stored. */
function withSafeHtml(row: FileRow): FileRow {
  const { description } = row.patch
  return description === undefined ? row : { ...row, patch: { ...row.patch, description: safeHtml(description) } }
}
