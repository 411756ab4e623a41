import { data } from '#web/router/router.ts'
import { sellerAction, type SellerActionArgs } from '#web/guard.server.ts'
import { selectOfSeller } from '#db/select-of-seller.ts'
import type { SellerDb } from '#db/client.ts'
import type { CostEditAnswer } from '#features/core/costs/edit-cost.server.ts'
import { changeListingPackaging, readListingPackaging } from '#features/core/costs/listing-packaging-db.server.ts'
import { parseItemNumber } from '#features/core/listing/listing.ts'
import { textOf } from '#lib/form-fields.ts'
import { readAmount } from '#lib/read-amount.ts'
import { exampleAmount } from '#texts/example-amount.ts'

/**
 * Enters the packaging of each item of a listing for orders shipped from now on; an empty value ends it. Form fields
 * `item`, `version` and `value`.
 */
async function editListingPackaging({ form, hub, seller, texts, write }: SellerActionArgs): Promise<CostEditAnswer> {
  const { t } = texts
  const typed = textOf(form, 'value')
  return write(async (db) => {
    const listing = await lockListing(db, seller.id, textOf(form, 'item'))
    if (!listing) return { ok: false, message: t('listings.edit.not-found') }
    const { id: listingId, currency } = listing
    const title = listing.title || t('listings.untitled')
    const packagingMinor = typed === '' ? null : readAmount(typed, { currency, grouping: texts.grouping })
    if (typed !== '' && packagingMinor === null)
      return { ok: false, message: t('costs.problem.cost', { example: exampleAmount(currency, texts) }) }
    const money = (minor: number | null) => (minor === null ? '–' : texts.money({ minor, currency }))
    const known = await readListingPackaging(db, { sellerId: seller.id, listingId })
    const version = known?.since.getTime() ?? 0
    if (String(version) !== textOf(form, 'version')) {
      const theirs = money(known?.packagingMinor ?? null)
      return { ok: false, message: t('costs.edit.stale', { theirs, mine: typed }), version }
    }
    // Versions grow, also within a millisecond.
    const since = new Date(Math.max(hub.now().getTime(), version + 1))
    await changeListingPackaging(db, { sellerId: seller.id, listingId, packagingMinor, currency, since })
    const to = money(packagingMinor)
    return { ok: true, version: since.getTime(), toast: { text: t('listings.edit.packaging', { title, to }) } }
  })
}

const lockListing = (db: SellerDb, sellerId: number, item: string) =>
  selectOfSeller(db, 'listings', sellerId)
    .select(['id', 'currency', 'title'])
    .where('item_number', '=', parseItemNumber(item))
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Edits the packaging of a listing's items in the list by script. Responds 409 to a stale edit. */
export const action = sellerAction('money.view', async (args) => {
  const answer = await editListingPackaging(args)
  return data(answer, { status: answer.ok ? 200 : answer.version === undefined ? 422 : 409 })
})
