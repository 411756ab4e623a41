import { firstIds } from '#features/machinery/grid/list-ids-db.server.ts'
import { openChosen } from '#features/machinery/grid/list-routes.server.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { textOf, textsIn } from '#lib/form-fields.ts'
import { sellerAction, type SellerActionArgs } from '#web/guard.server.ts'
import { paths, withQuery } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { redirect } from '#web/router/router.ts'
import { safeNext } from '#web/safe-next.ts'
import { stepRules } from '#features/selling/price-watch/price-rules-db.server.ts'
import { priceRuleChangesList, priceRulesList } from './price-rules-list.server.ts'
import { updateOfSeller } from '#db/change-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import { applyPatches, type PatchesOrder } from '#features/selling/listing-changes/apply-patches-db.server.ts'

interface Undoing extends Omit<PatchesOrder, 'patches'> {
  /** Ids of changes. */
  ids: readonly number[]
  by: string
}

/**
 * Gives listings the prices before these changes, and pauses their rules, which would repeat them. Changes after which the
 * price changed again stay. Returns the number of prices.
 */
async function undoChanges(db: SellerDb, { ids, by, ...order }: Undoing): Promise<{ back: number; left: number }> {
  const { sellerId, now } = order
  const changes = await selectOfSeller(db, 'price_rule_changes', sellerId)
    .selectAll()
    .where('id', 'in', [0, ...ids])
    .where('undone_at', 'is', null)
    .orderBy('id', 'desc')
    .execute()
  // The last of a listing: its price is the present one.
  const last = [...Map.groupBy(changes, (change) => change.listing_id).values()].flatMap(([change]) => change ?? [])
  const outcomes = await applyPatches(db, {
    ...order,
    patches: last.map(({ listing_id: listingId, before_minor: price, after_minor: now_ }) => ({
      listingId,
      expected: { price: now_ },
      patch: { price },
    })),
  })
  const back = last.filter((_change, nth) => outcomes[nth]?.ok)
  await stepRules(db, sellerId, { ids: back.map((change) => change.listing_id), step: 'pause' })
  await updateOfSeller(db, 'price_rule_changes', sellerId)
    .set({ undone_at: now, undone_by: by })
    .where('id', 'in', [0, ...back.map(({ id }) => id)])
    .execute()
  return { back: back.length, left: ids.length - back.length }
}

const steps = ['pause', 'resume', 'remove', 'undo'] as const

const mostAtOnce = 2_000

/** Bytes: enough for the item numbers of all rules. */
const limits = { fields: 200_000, files: 0 }

/** Pauses, resumes or removes the chosen rules, or undoes the chosen changes. */
export const action = sellerAction(
  'listings.edit',
  async (args) => {
    const { seller, url, write } = args
    const step = steps.find((each) => each === url.searchParams.get('step'))
    if (step === undefined) throw refuse('malformed')
    if (step === 'undo') return undo(args)
    const params = new URLSearchParams(textsIn(args.form))
    const chosen = openChosen(priceRulesList, { path: paths.priceRules, params, parse: parseItemNumber }, args)
    await write(async (db) => {
      const ids = await firstIds(db, priceRulesList, chosen, mostAtOnce)
      await stepRules(db, seller.id, { ids, step })
    })
    return redirect(paths.priceRules, { status: 303 })
  },
  limits,
)

async function undo(args: SellerActionArgs) {
  const { form, hub, member, seller, write } = args
  const params = new URLSearchParams(textsIn(form))
  const { parse } = priceRuleChangesList.key
  const chosen = openChosen(priceRuleChangesList, { path: paths.priceRuleChanges, params, parse }, args)
  const { back, left } = await write(async (db) =>
    undoChanges(db, {
      sellerId: seller.id,
      ids: await firstIds(db, priceRuleChangesList, chosen, mostAtOnce),
      by: member.name,
      taxonomy: hub.config.taxonomy,
      limits: hub.config.policyPack.limits,
      now: hub.now(),
    }),
  )
  const list = safeNext(textOf(form, 'back')) ?? paths.priceRuleChanges
  return redirect(withQuery(list, { undone: `${back}.${left}` }), { status: 303 })
}
