import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { safeHtml } from '#features/core/listing/safe-html.server.ts'
import { readSellerFacts, skusInUse } from '#features/selling/listing-changes/patch-facts-db.server.ts'
import { readTargets } from '#features/selling/listing-changes/patch-targets-db.server.ts'
import { policyColumns } from '#features/selling/listing-files/file-columns.ts'
import type { CellProblem, FileRow } from '#features/selling/listing-files/read-rows.ts'
import { keysOf } from '#lib/records.ts'
import { shortened } from '#lib/shortened.ts'
import type { Hub } from '#web/hub.ts'
import { findListings } from './find-listings-db.server.ts'
import { planRows } from './plan-rows.ts'
import { readShownPictures } from './revised-pictures-db.server.ts'
import type { PlannedRow } from './upload-plan.ts'
import { claimedLines, type UploadKey } from './upload-rows-db.server.ts'

/** A part of a file: whole listings, with the rows of their variations. */
interface Checking extends UploadKey {
  hub: Hub
  currency: string
  rows: readonly FileRow[]
}

/** Checks a part of a file's rows against the seller's listings and the parts above. Changes nothing. */
export async function checkRows(db: SellerDb, { hub, sellerId, id, currency, rows }: Checking): Promise<PlannedRow[]> {
  const { taxonomy, policyPack } = hub.config
  const named = await findListings(db, sellerId, rows)
  const listingIds = [...new Set([...named.byItem.values(), ...named.bySku.values().map(({ listingId: of }) => of)])]
  const withDescription = rows.some(({ patch }) => patch.description !== undefined)
  const targets = listingIds.map((listingId) => ({ listingId, variation: '' }))
  const stored = await readTargets(db, { sellerId, targets, withDescription })
  const skus = rows.flatMap(({ sku }) => sku ?? [])
  const policies = await findPolicies(db, sellerId, rows)
  const pictured = rows.flatMap(({ item, sku, pictures }) => {
    const listingId = named.byItem.get(item ?? '') ?? named.bySku.get(sku ?? '')?.listingId
    return listingId !== undefined && pictures.length > 0 ? [{ listingId, pictures }] : []
  })
  return planRows(rows.map(withSafeHtml).map(policies), {
    named,
    showsPictures: await readShownPictures(db, sellerId, pictured),
    currency,
    stored,
    skuUsers: await skusInUse(
      db,
      sellerId,
      rows.flatMap(({ patch }) => patch.sku ?? []),
    ),
    rules: await readSellerFacts(db, { sellerId, taxonomy, limits: policyPack.limits, now: hub.now() }),
    lines: await claimedLines(db, { sellerId, id, listingIds, skus }),
  })
}

function withSafeHtml(row: FileRow): FileRow {
  const { description } = row.patch
  return description === undefined ? row : { ...row, patch: { ...row.patch, description: safeHtml(description) } }
}

/** Finds the policies that rows name; a row that names another one has a problem. */
async function findPolicies(
  db: SellerDb,
  sellerId: number,
  rows: readonly FileRow[],
): Promise<(row: FileRow) => FileRow> {
  if (!rows.some(({ patch }) => policyFields.some(([, field]) => patch[field] !== undefined))) return (row) => row
  const policies = await selectOfSeller(db, 'seller_policies', sellerId).select(['kind', 'id', 'name']).execute()
  const ids = new Map(policies.map(({ kind, id, name }) => [`policy.${kind} ${name.trim().toLowerCase()}`, id]))
  return (row) => {
    const patch = { ...row.patch }
    const problems = policyFields.flatMap(([column, field]): CellProblem[] => {
      const name = patch[field]
      const id = name === undefined ? undefined : ids.get(`${field} ${name.toLowerCase()}`)
      if (id !== undefined) patch[field] = id
      return name === undefined || id !== undefined ? [] : [{ column, value: shortened(name, 80), rule: 'policy' }]
    })
    return { ...row, patch, problems: [...row.problems, ...problems] }
  }
}

const policyFields = keysOf(policyColumns).map((column) => [column, policyColumns[column]] as const)
