import { sql } from 'kysely'
import { overAllSellers, type SellerDb } from '#db/client.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { Row } from '#db/schema.ts'
import { LabelError, type LabelCharge } from '#features/shipping/label-providers/label-provider.ts'
import { day } from '#lib/duration.ts'
import { forEachIsolated, type ReportFailure } from '#web/for-each-isolated.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { bookLabel } from './finish-label-db.server.ts'
import { providerFor } from './label-accounts-db.server.ts'

/** Days that are read again: providers correct labels weeks later. */
const again = 40 * day

type ChargesHub = Pick<Hub, 'db' | 'now' | 'config' | 'secret'>

/** Reads the lines of all accounts, and books corrections of labels. Returns the number of new lines. */
export async function readLabelCharges(hub: ChargesHub, report: ReportFailure): Promise<number> {
  const { rows } = await sql<{ sellerId: number; id: number }>`${overAllSellers}
    select seller_id as "sellerId", id from label_accounts where removed_at is null order by seller_id, id`.execute(
    hub.db.owner,
  )
  const { done } = await forEachIsolated(rows, (piece) => readCharges(hub, piece), report)
  return done.reduce((sum, added) => sum + added, 0)
}

/** Reads the lines of one account. */
export async function readCharges(
  hub: ChargesHub,
  { sellerId, id }: { sellerId: number; id: number },
): Promise<number> {
  const { read, write } = ownRows(hub, sellerId)
  const account = await read((db) =>
    selectOfSeller(db, 'label_accounts', sellerId).selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
  const until = hub.now()
  const charges = await chargesOf(hub, account, { from: new Date(until.getTime() - again), until })
  return charges.length === 0 ? 0 : write((db) => keepCharges(db, account, charges))
}

/** A provider that does not answer is asked the next day. */
async function chargesOf(
  hub: ChargesHub,
  account: Row<'label_accounts'>,
  { from, until }: { from: Date; until: Date },
): Promise<LabelCharge[]> {
  try {
    return (await providerFor(account, hub).charges?.(from, until)) ?? []
  } catch (error) {
    if (error instanceof LabelError) return []
    throw error
  }
}

async function keepCharges(
  db: SellerDb,
  { seller_id: sellerId, id: accountId }: Row<'label_accounts'>,
  charges: readonly LabelCharge[],
): Promise<number> {
  const added = await db
    .insertInto('label_charges')
    .values(
      charges.map((charge) => ({
        seller_id: sellerId,
        account_id: accountId,
        charge_id: charge.id,
        provider_label_id: charge.labelId,
        kind: charge.kind,
        charged_at: charge.at,
        amount_minor: charge.amountMinor,
        currency: charge.currency,
        description: charge.text,
      })),
    )
    .onConflict((conflict) => conflict.columns(['seller_id', 'account_id', 'charge_id']).doNothing())
    .returningAll()
    .execute()
  for (const row of added.filter(({ kind }) => kind === 'CORRECTION')) {
    const label = await selectOfSeller(db, 'labels', sellerId)
      .selectAll()
      .where('account_id', '=', accountId)
      .where('provider_label_id', '=', row.provider_label_id)
      .executeTakeFirst()
    const charge = { chargeId: `${accountId} ${row.charge_id}`, amountMinor: row.amount_minor, at: row.charged_at }
    if (label?.currency === row.currency) await bookLabel(db, label, charge)
  }
  return added.length
}
