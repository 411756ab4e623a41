import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { readKit, type KitProblem } from '#features/core/listing/kit.ts'
import { safeHtml } from '#features/core/listing/safe-html.server.ts'
import { readSellerFacts, skusInUse } from '#features/selling/listing-changes/patch-facts-db.server.ts'
import { targetKey } from '#features/selling/listing-changes/listing-patch.ts'
import { patchKitProblems } from '#features/selling/listing-changes/patch-kits-db.server.ts'
import { readTargets, type StoredTargets } from '#features/selling/listing-changes/patch-targets-db.server.ts'
import { policyColumns } from '#features/selling/listing-files/file-columns.ts'
import type { CellProblem, FileRow } from '#features/selling/listing-files/read-rows.ts'
import { pairs } from '#lib/pairs.ts'
import { keysOf } from '#lib/records.ts'
import { shortened } from '#lib/shortened.ts'
import type { Hub } from '#web/hub.ts'
import { findListings } from './find-listings-db.server.ts'
import { planRows } from './plan-rows.ts'
import { claimOf } from './planned-row.ts'
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
  const plans = planRows(rows.map(withSafeHtml).map(policies), {
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
  return withKitProblems(db, { sellerId, id, plans, stored })
}

/** Adds why rows cannot make kits. A draft is created all the same, as its form says so too. */
async function withKitProblems(
  db: SellerDb,
  { sellerId, id, plans, stored }: UploadKey & { plans: PlannedRow[]; stored: StoredTargets },
): Promise<PlannedRow[]> {
  const kits = plans.filter(({ action, patch }) => patch.parts && action !== 'END')
  if (kits.length === 0) return plans
  const isNew = ({ action }: PlannedRow) => action === 'CREATE'
  const found = new Map<PlannedRow, KitProblem | null>()
  const add = async (rows: PlannedRow[], beside: readonly string[]) => {
    const patches = rows.map(({ patch, listingId, variation }) => ({
      patch,
      stored: stored.byKey.get(targetKey({ listingId: listingId ?? 0, variation: variation ?? '' })),
    }))
    for (const [row, problem] of pairs(rows, await patchKitProblems(db, sellerId, patches, beside)))
      found.set(row, problem)
  }
  const skus = kits.flatMap(({ patch }) => (readKit(patch.parts ?? '') ?? []).map(({ sku }) => sku))
  const above = await claimedLines(db, { sellerId, id, listingIds: [], skus })
  const made = plans.flatMap(({ action, patch }) => (action === 'CREATE' && !patch.parts ? (patch.sku ?? []) : []))
  await add(
    kits.filter((row) => !isNew(row)),
    [],
  )
  await add(kits.filter(isNew), [...made, ...skus.filter((sku) => above.has(claimOf.sku(sku)))])
  return plans.map((plan) => {
    const problem = found.get(plan)
    if (!problem) return plan
    const shownProblem = {
      column: 'parts',
      value: plan.patch.parts ?? '',
      rule: 'kit',
      values: { sku: '', ...problem },
    } as const
    return { ...plan, verdict: isNew(plan) ? plan.verdict : 'PROBLEM', problems: [shownProblem, ...plan.problems] }
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
