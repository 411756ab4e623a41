import { sealKey } from '#features/shipping/labels/label-accounts-db.server.ts'
import { addRows, rowOf } from '#db/testing-row.ts'
import { addEdit, setChecked } from '#features/selling/bulk-edit/bulk-edits-db.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { makeInvitation } from '#features/people/team/invitations.server.ts'
import { guardedRoutes } from './guarded-routes.ts'
import type { TestHub } from './testing.ts'

/** A page for signed-in members. */
export interface MemberPage {
  /** Path of the route, without parameters. */
  path: string
  /** URL with content in the demo. */
  address: string
  /** For operators only. */
  isOperators: boolean
}

/** Every non-public page of the route table, with a URL that has content in the demo. */
export async function memberPages(test: TestHub): Promise<MemberPage[]> {
  const parameters = await parametersOf(test)
  return (await guardedRoutes())
    .filter(({ isPage, loader }) => isPage && loader && loader !== 'public')
    .map(({ url, loader }) => ({
      path: url,
      address: parameters[url] ? `${url}?${parameters[url]}` : url,
      isOperators: loader === 'operator',
    }))
}

/** The demo shop with data of every kind. */
export const shop = 'harbour-camera'

/** A column of the shop's first row that matches. */
export async function ofShop(
  { db }: TestHub,
  table:
    | 'orders'
    | 'listings'
    | 'buyer_offers'
    | 'cases'
    | 'conversations'
    | 'disputes'
    | 'payouts'
    | 'purchase_orders'
    | 'sale_events'
    | 'stock_items'
    | 'transactions',
  column: string,
  where = {},
): Promise<string> {
  const row = await Object.entries(where)
    .reduce(
      (query, [name, value]) => query.where(name as never, '=', value as never),
      db.owner.selectFrom(table as 'orders').select(column as 'order_number'),
    )
    .where('seller_id', '=', (of) => of.selectFrom('sellers').select('id').where('username', '=', shop))
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow()
  return String(Object.values(row)[0])
}

/** An order of the shop with feedback. */
export async function ratedOrder({ db }: TestHub): Promise<string> {
  const row = await db.owner
    .selectFrom('feedback')
    .innerJoin('sellers', 'sellers.id', 'feedback.seller_id')
    .innerJoin('orders', (join) =>
      join.onRef('orders.seller_id', '=', 'feedback.seller_id').onRef('orders.id', '=', 'feedback.order_id'),
    )
    .select('order_number')
    .where('sellers.username', '=', shop)
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.order_number
}

/** URL parameters of pages. */
async function parametersOf(test: TestHub): Promise<Record<string, string>> {
  const { db } = test
  const waiting = `orderid=${await ofShop(test, 'orders', 'order_number', { status: 'AWAITING_SHIPMENT' })}`
  const shipped = `orderid=${await ofShop(test, 'orders', 'order_number', { status: 'DELIVERED' })}`
  const item = await ofShop(test, 'listings', 'item_number', { state: 'ACTIVE' })
  const draft = await keptDraft(test)
  const keys = waiting.replace('orderid', 'keys')
  const payout = await ofShop(test, 'payouts', 'payout_number', { state: 'SUCCEEDED' })
  const sale = await ofShop(test, 'transactions', 'transaction_number', { kind: 'SALE', state: 'PAID_OUT' })
  const { epid } = await db.owner.selectFrom('products').select('epid').orderBy('id').limit(1).executeTakeFirstOrThrow()
  return {
    '/operator/seller': `seller=${shop}&failure=late`,
    '/operator/write': `seller=${shop}`,
    '/settings/team/member': `member=${await colleague(test)}`,
    '/sh/ord/details': waiting,
    '/sh/ord/address': waiting,
    '/sh/ord/ship': waiting,
    '/sh/ord/labels/account': `account=${await labelAccount(test)}`,
    '/sh/ord/labels/buy': keys,
    '/sh/ord/ship-many': keys,
    '/sh/ord/ship-together': waiting,
    '/sh/ord/print': keys,
    '/sh/ord/hand-over': keys,
    '/sh/ord/tag': keys,
    '/sh/ord/note': waiting,
    '/sh/ord/feedback': `orderid=${await ratedOrder(test)}`,
    '/sh/ord/cancel': waiting,
    '/sh/ord/cancel-unpaid': `keys=${await ofShop(test, 'orders', 'order_number', { status: 'AWAITING_PAYMENT' })}`,
    '/sh/ord/refund': shipped,
    '/sh/ord/conversation': `orderid=${await ofShop(test, 'conversations', 'order_number')}`,
    '/sh/ord/case': `case=${await ofShop(test, 'cases', 'case_number')}`,
    '/sh/fin/transactions/details': `transaction=${sale}`,
    '/sh/fin/payouts/details': `payout=${payout}`,
    '/sh/fin/disputes/details': `dispute=${await ofShop(test, 'disputes', 'dispute_number', { state: 'ACTION_NEEDED' })}`,
    '/sh/offers/details': `offer=${await ofShop(test, 'buyer_offers', 'offer_key', { state: 'OPEN', begun_by: 'BUYER' })}`,
    '/sh/offers/answers': 'step=counter&all=1',
    '/sh/offers/send': `keys=${item}`,
    '/sh/fin/statements/month': `month=${test.hub.now().toISOString().slice(0, 7)}`,
    '/sh/find': 'q=leica',
    '/sh/product-insights': `epid=${epid}`,
    '/sl/list': 'mode=AddItem',
    '/sl/list/preview': `draftId=${draft}`,
    '/sh/lst/item': `item=${item}`,
    '/sh/marketing/rule': `keys=${item}`,
    '/sh/marketing/sale': `sale=${await ofShop(test, 'sale_events', 'sale_key')}`,
    '/sh/inv/orders/details': `order=${await ofShop(test, 'purchase_orders', 'po_number')}`,
    '/sh/inv/item': `item=${await ofShop(test, 'stock_items', 'stock_number', { is_stocked: true })}`,
    '/sh/inv/labels': 'all=1',
    '/sh/inv/code': 'code=4006381333931&q=leica',
    '/sh/lst/bulk-edit': `edit=${await keptBulkEdit(test)}`,
    '/sh/lst/active/bulk': `step=end&keys=${item}`,
    '/sh/lst/drafts/bulk': `step=publish&keys=${draft}`,
    '/sh/lst/scheduled/bulk': `step=publish&keys=${await ofShop(test, 'listings', 'item_number', { state: 'SCHEDULED' })}`,
    '/sh/lst/ended/bulk': `step=relist&keys=${await ofShop(test, 'listings', 'item_number', { state: 'ENDED' })}`,
  }
}

/** An account at a provider that does not answer. */
async function labelAccount({ db, hub }: TestHub): Promise<string> {
  const { id } = await rowOf(db.owner, 'sellers', { username: shop })
  const now = hub.now()
  const row = await db.owner
    .insertInto('label_accounts')
    .values({
      seller_id: id,
      provider: 'KARRIO',
      name: 'Karrio',
      url: 'http://127.0.0.1:9',
      sealed_key: sealKey('key', hub),
      added_at: now,
      checked_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(['seller_id', 'name']).where('removed_at', 'is', null).doUpdateSet({ checked_at: now }),
    )
    .returning('account_key')
    .executeTakeFirstOrThrow()
  return row.account_key
}

/** Token of an open invitation to the shop. */
export async function openInvitation({ db, hub }: TestHub): Promise<string> {
  const owner = await db.owner
    .selectFrom('memberships')
    .innerJoin('sellers', 'sellers.id', 'memberships.seller_id')
    .innerJoin('members', 'members.id', 'memberships.member_id')
    .select(['members.id', 'members.name', 'sellers.id as sellerId'])
    .where('sellers.username', '=', shop)
    .where('role', '=', 'owner')
    .limit(1)
    .executeTakeFirstOrThrow()
  const made = await makeInvitation(hub, { sellerId: owner.sellerId, by: owner, role: 'manager', email: null })
  if (!made.ok) throw new Error(made.reason)
  return new URL(made.link).searchParams.get('token') ?? ''
}

/** A non-owner member of the shop. */
async function colleague({ db }: TestHub): Promise<string> {
  const row = await db.owner
    .selectFrom('memberships')
    .innerJoin('sellers', 'sellers.id', 'memberships.seller_id')
    .select('member_id')
    .where('sellers.username', '=', shop)
    .where('role', '=', 'viewer')
    .limit(1)
    .executeTakeFirstOrThrow()
  return row.member_id
}

/** A saved draft form with variations; the demo's drafts were never opened. */
async function keptDraft({ db }: TestHub): Promise<string> {
  const listing = await db.owner
    .selectFrom('listings')
    .innerJoin('sellers', 'sellers.id', 'listings.seller_id')
    .select(['listings.seller_id', 'listings.id', 'item_number', 'title', 'category', 'condition'])
    .where('sellers.username', '=', shop)
    .where('state', '=', 'DRAFT')
    .orderBy('listings.id')
    .executeTakeFirstOrThrow()
  const values = ['35 mm', '120', 'Sheet film 4×5']
  const typed: Record<string, string> = {
    title: listing.title,
    category: listing.category ?? '',
    condition: listing.condition,
    format: 'FIXED_PRICE',
    description: '<p>Fresh stock, kept cold.</p>',
    'axis1.name': 'Size',
    'axis1.values': values.join(', '),
    ...Object.fromEntries(
      values.flatMap((value, row) => [
        [`row.${row}.values`, value],
        [`row.${row}.price`, `${row + 4}.50`],
        [`row.${row}.quantity`, '12'],
      ]),
    ),
  }
  await addRows(db.owner, 'listing_drafts', {
    seller_id: listing.seller_id,
    listing_id: listing.id,
    form_key: crypto.randomUUID(),
    mode: 'AddItem',
    typed,
    saved_at: new Date(),
  })
  return listing.item_number
}

/** A bulk edit of some listings of the shop that was not applied yet. */
async function keptBulkEdit({ db, hub }: TestHub): Promise<string> {
  const rows = await db.owner
    .selectFrom('listings')
    .innerJoin('sellers', 'sellers.id', 'listings.seller_id')
    .select(['listings.seller_id as sellerId', 'listings.id'])
    .where('sellers.username', '=', shop)
    .where('state', '=', 'ACTIVE')
    .orderBy('listings.id')
    .limit(5)
    .execute()
  const { sellerId } = assertDefined(rows[0], 'the shop has listings')
  return db.asSeller(sellerId, 'write', async (own) => {
    const edit = await addEdit(own, {
      sellerId,
      member: { id: 'ada', name: 'Ada' },
      places: {
        listingIds: `{${rows.map(({ id }) => id).join(',')}}`,
        variations: '{}',
        listings: rows.length,
        rows: rows.length,
      },
      openedFrom: '/sh/lst/active',
      form: {
        columns: ['title', 'price', 'quantity'],
        operations: [{ field: 'price', kind: 'formula', text: 'price * 0.95', rounding: '.99' }],
        grouping: ',',
      },
      now: hub.now(),
    })
    await setChecked(own, { sellerId, id: edit, checked: rows.length })
    return edit
  })
}

/** Variation axis of that listing: a seller's own word. */
export const longAxis = 'Gehäuseverkleidung'

/** An active listing, changed to have variations with long German words. */
export async function variedListing({ db }: TestHub): Promise<string> {
  const listing = await db.owner
    .selectFrom('listings')
    .innerJoin('sellers', 'sellers.id', 'listings.seller_id')
    .select(['listings.seller_id', 'listings.id', 'item_number'])
    .where('sellers.username', '=', shop)
    .where('state', '=', 'ACTIVE')
    .where('format', '=', 'FIXED_PRICE')
    .orderBy('quantity_sold', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const key = { seller_id: listing.seller_id, listing_id: listing.id }
  const axes = [{ name: longAxis, values: ['Schwarz', 'Donaudampfschifffahrtsblau'] }]
  await db.owner
    .insertInto('listing_contents')
    .values({ ...key, axes: JSON.stringify(axes) })
    .onConflict((conflict) => conflict.columns(['seller_id', 'listing_id']).doUpdateSet({ axes: JSON.stringify(axes) }))
    .execute()
  await addRows(
    db.owner,
    'listing_variations',
    axes[0]!.values.map((value, index) => ({
      ...key,
      position: index + 1,
      axis_values: [value],
      sku: `VARIATION-${index + 1}`,
      price_minor: 99_999_999_999,
      quantity: 1000,
    })),
  )
  return listing.item_number
}
