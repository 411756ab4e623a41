import type { SellerDb } from '#db/client.ts'
import { safeHtml } from '#features/core/listing/safe-html.server.ts'
import { readSellerFacts, skusInUse } from '#features/selling/listing-changes/patch-facts-db.server.ts'
import { readPatchable } from '#features/selling/listing-changes/patchable-listings-db.server.ts'
import type { FileRow } from '#features/selling/listing-files/read-rows.ts'
import type { Hub } from '#web/hub.ts'
import { findListings } from './find-listings-db.server.ts'
import { planRows } from './plan-rows.ts'
import type { PlannedRow } from './upload-plan.ts'
import { claimedLines, type UploadKey } from './upload-rows-db.server.ts'

/** A part of a file: whole listings, with the rows of their variations. */
interface Checking extends UploadKey {
  hub: Hub
  /** The shop's currency. */
  currency: string
  rows: readonly FileRow[]
}

/** Checks a part of a file's rows against the seller's listings and the parts above. Changes nothing. */
export async function checkRows(db: SellerDb, { hub, sellerId, id, currency, rows }: Checking): Promise<PlannedRow[]> {
  const { taxonomy, policyPack } = hub.config
  const named = await findListings(db, sellerId, rows)
  const found = [...named.byItem.values(), ...[...named.bySku.values()].map(({ listing }) => listing)]
  const listingIds = [...new Set(found.map((listing) => listing.id))]
  const withDescription = rows.some(({ patch }) => patch.description !== undefined)
  const stored = await readPatchable(db, { sellerId, ids: listingIds, withDescription })
  const skus = rows.flatMap(({ sku }) => sku ?? [])
  return planRows(rows.map(withSafeHtml), {
    named,
    currency,
    stored: new Map(stored.map((each) => [each.row.id, each])),
    skuUsers: await skusInUse(
      db,
      sellerId,
      rows.flatMap(({ patch }) => patch.sku ?? []),
    ),
    rules: await readSellerFacts(db, { sellerId, taxonomy, limits: policyPack.limits, now: hub.now() }),
    lines: await claimedLines(db, { sellerId, id, listingIds, skus }),
  })
}

/** The row with its description as it would be stored. */
function withSafeHtml(row: FileRow): FileRow {
  const { description } = row.patch
  return description === undefined ? row : { ...row, patch: { ...row.patch, description: safeHtml(description) } }
}
