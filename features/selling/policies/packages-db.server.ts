import type { SellerDb } from '#db/client.ts'
import { deleteOfSeller, updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { TakenBack } from '#features/machinery/undo/undo.ts'
import { keepUndo } from '#features/machinery/undo/undos-db.server.ts'
import { mostPackages, type Package, type PackageProblem } from './package.ts'

const columns = [
  'id',
  'name',
  'length_mm as lengthMm',
  'width_mm as widthMm',
  'height_mm as heightMm',
  'empty_grams as emptyGrams',
  'is_default as isDefault',
] as const

/** The seller's packages, by name. */
export const readPackages = (db: SellerDb, sellerId: number): Promise<Package[]> =>
  selectOfSeller(db, 'packages', sellerId).select(columns).orderBy('name').execute()

export type PackageOutcome = { ok: true } | { ok: false; reason: PackageProblem | 'gone' }

/** Adds a package, or changes the one with the id. The first one becomes the shop's default. */
export async function savePackage(
  db: SellerDb,
  sellerId: number,
  { id, ...pack }: Omit<Package, 'id'> & { id: string | null },
): Promise<PackageOutcome> {
  const others = (await readPackages(db, sellerId)).filter((each) => each.id !== id)
  if (others.some(({ name }) => name === pack.name)) return { ok: false, reason: 'nameTaken' }
  if (others.length >= mostPackages) return { ok: false, reason: 'tooMany' }
  const isDefault = pack.isDefault || others.every((each) => !each.isDefault)
  if (isDefault)
    await updateOfSeller(db, 'packages', sellerId).set({ is_default: false }).where('is_default', '=', true).execute()
  const values = rowOf({ ...pack, isDefault })
  if (id === null) {
    await db
      .insertInto('packages')
      .values({ seller_id: sellerId, ...values })
      .execute()
    return { ok: true }
  }
  const { numUpdatedRows } = await updateOfSeller(db, 'packages', sellerId)
    .set(values)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n ? { ok: true } : { ok: false, reason: 'gone' }
}

const rowOf = ({ name, lengthMm, widthMm, heightMm, emptyGrams, isDefault }: Omit<Package, 'id'>) => ({
  name,
  length_mm: lengthMm,
  width_mm: widthMm,
  height_mm: heightMm,
  empty_grams: emptyGrams,
  is_default: isDefault,
})

export interface PackageInverse {
  pack: Package
}

/** Deletes a package with undo; listings that chose it use the shop's default. Null if it is gone already. */
export async function deletePackage(
  db: SellerDb,
  { sellerId, id, memberId, now }: { sellerId: number; id: string; memberId: string; now: Date },
): Promise<string | null> {
  const pack = await deleteOfSeller(db, 'packages', sellerId).where('id', '=', id).returning(columns).executeTakeFirst()
  if (!pack) return null
  const inverse: PackageInverse = { pack }
  const step = { kind: 'package', step: 'package', said: { name: pack.name } } as const
  return keepUndo(db, { ...step, sellerId, memberId, inverse, now })
}

/** Restores a deleted package unless another has its name; as the default, if there is none since. */
export async function restorePackage(
  db: SellerDb,
  { sellerId, inverse: { pack } }: { sellerId: number; inverse: PackageInverse },
): Promise<TakenBack> {
  const hasDefault = (await readPackages(db, sellerId)).some(({ isDefault }) => isDefault)
  const values = { seller_id: sellerId, id: pack.id, ...rowOf({ ...pack, isDefault: pack.isDefault && !hasDefault }) }
  const row = await db
    .insertInto('packages')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row ? { back: 1, left: 0 } : { back: 0, left: 1 }
}
