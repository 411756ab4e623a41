import { sql } from 'kysely'
import type { SellerDb } from '#db/client.ts'
import { updateOfSeller } from '#db/change-of-seller.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { Row } from '#db/schema.ts'
import { LabelError, type FoundLabel } from '#features/shipping/label-providers/label-provider.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { finishPurchase } from './finish-label-db.server.ts'
import { providerFor } from './label-accounts-db.server.ts'

type WorkHub = Pick<Hub, 'db' | 'now' | 'config' | 'secret'>
type Label = Row<'labels'>
type Lost = Label['lost'][number]

/**
 * Asks providers for purchases of the order whose answer never came, and records those that were made after all.
 * `SAME`: the label itself is one of them. `OVERLAPS`: another is, with items of this label. Throws `LabelError` if an
 * account that still exists does not answer.
 */
export async function adoptLostPurchases(hub: WorkHub, label: Label): Promise<'NONE' | 'SAME' | 'OVERLAPS'> {
  const own = ownRows(hub, label.seller_id)
  const losers = await own.read((db) =>
    selectOfSeller(db, 'labels', label.seller_id)
      .selectAll()
      .where('order_id', '=', label.order_id)
      .where('case_id', 'is not distinct from', label.case_id)
      .where('state', 'in', ['FAILED', 'WANTED'])
      .where(sql<boolean>`lost <> '[]'`)
      .orderBy('id')
      .execute(),
  )
  let result: 'NONE' | 'OVERLAPS' = 'NONE'
  for (const loser of losers.filter(({ state, id }) => state === 'FAILED' || id === label.id))
    for (const lost of loser.lost) {
      const found = await find(hub, loser, lost)
      if (!found || found.void !== null) continue
      await adopt(hub, loser, { lost, found })
      if (loser.id === label.id) return 'SAME'
      if (await own.read((db) => shareItems(db, label, loser))) result = 'OVERLAPS'
      break
    }
  return result
}

/** Nobody can ask an account that was removed: its purchases are in the provider's list only. */
async function find(hub: WorkHub, loser: Label, { accountId, rateId }: Lost): Promise<FoundLabel | null> {
  const account = await ownRows(hub, loser.seller_id).read((db) =>
    selectOfSeller(db, 'label_accounts', loser.seller_id).selectAll().where('id', '=', accountId).executeTakeFirst(),
  )
  if (!account || account.removed_at !== null) return null
  return providerFor(account, hub)
    .find(rateId, { key: loser.label_key }, loser.format)
    .catch((error: unknown) => {
      // The provider has forgotten the rate.
      if (error instanceof LabelError && error.failure === 'REFUSED') return null
      throw error
    })
}

async function adopt(hub: WorkHub, loser: Label, { lost, found }: { lost: Lost; found: FoundLabel }): Promise<void> {
  await ownRows(hub, loser.seller_id).write(async (db) => {
    const buying = await updateOfSeller(db, 'labels', loser.seller_id)
      .set({ state: 'BUYING', account_id: lost.accountId, rate_id: lost.rateId, problem: null })
      .where('id', '=', loser.id)
      .where('state', '=', loser.state)
      .returningAll()
      .executeTakeFirst()
    if (buying) await finishPurchase(db, buying, { bought: found, now: hub.now() })
  })
}

const shareItems = async (db: SellerDb, { seller_id: sellerId, id }: Label, other: Label): Promise<boolean> =>
  (await selectOfSeller(db, 'label_lines', sellerId)
    .select('line_item_id')
    .where('label_id', 'in', [id, other.id])
    .groupBy('line_item_id')
    .having((build) => build.fn.countAll(), '=', 2)
    .limit(1)
    .executeTakeFirst()) !== undefined
