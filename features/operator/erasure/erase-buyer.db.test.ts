import { addRows, rowsOf } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { fixedFormatColumns } from '#db/testing-fixed-formats.ts'
import { columnsWith, marker, plantMarker, type FixedFormats, type Planted } from '#db/testing-marked.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testDatabase } from '#db/testing.ts'
import { addInterest, addOffer, addOfferedListing } from '#features/core/offer/testing.ts'
import { newMessageKey, sendMessage } from '#features/orders/conversations/add-message-db.server.ts'
import { ask } from '#features/orders/conversations/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { addListings } from '#features/selling/bulk-edit/testing.ts'
import { deletedTables, keptColumns, keptTables } from './erasure-map.ts'
import { findBuyers, readErasures, requestErasure } from './erasures-db.server.ts'
import { runErasures } from './run-erasures.server.ts'

/** Tables without buyer data: of the seller, members, marketplace or hub. */
const othersTables = [
  'api_keys',
  'bins',
  'bulk_edit_rows',
  'bulk_edits',
  'case_rules',
  'connection_refusals',
  'connections',
  'cost_settings',
  'costed_skus',
  'credentials',
  'customs_details',
  'download_schedules',
  'download_templates',
  'draft_skus',
  'fetched_pictures',
  'file_columns',
  'file_runs',
  'hub_settings',
  'category_map',
  'invitations',
  'label_accounts',
  'label_settings',
  'ledger_accounts',
  'ledger_days',
  'ledger_hours',
  'listing_contents',
  'listing_counts',
  'offer_counts',
  'listing_drafts',
  'listing_prices',
  'listing_packaging',
  'listing_pictures',
  'listing_policies',
  'listing_profits',
  'listing_search',
  'listing_variations',
  'listings',
  'member_messages',
  'members',
  'memberships',
  'merchant_locations',
  'message_templates',
  'offer_rules',
  'messages',
  'kit_parts',
  'line_parts',
  'order_counts',
  'seller_orders',
  'page_loads',
  'payout_accounts',
  'payout_plans',
  'payouts',
  'picture_fetches',
  'picture_removals',
  'pictures',
  'price_rule_changes',
  'price_rules',
  'print_settings',
  'listing_evidence',
  'market_bound',
  'market_due',
  'market_lines',
  'market_lots',
  'product_listing_copies',
  'products',
  'profit_hours',
  'purchase_lines',
  'purchase_orders',
  'purchase_receipt_lines',
  'purchase_receipts',
  'rate_limits',
  'reorder_advice',
  'reorder_due',
  'reorder_settings',
  'report_lines',
  'coupon_uses',
  'sale_events',
  'sale_listings',
  'sale_prices',
  'sales_hours',
  'saved_views',
  'seller_names',
  'seller_policies',
  'policy_versions',
  'packages',
  'sellers',
  'sessions',
  'ship_calendars',
  'shop_rules',
  'shop_listings',
  'shop_variations',
  'sku_codes',
  'sku_costs',
  'sku_days',
  'sku_profits',
  'sold_days',
  'sold_days_due',
  'stock_at_locations',
  'stock_count_rows',
  'stock_counts',
  'stock_days',
  'stock_due',
  'stock_gaps',
  'stock_item_counts',
  'stock_items',
  'stock_locations',
  'stock_moves',
  'stock_transfers',
  'stock_values',
  'supplier_skus',
  'suppliers',
  'task_mail_choices',
  'task_mails',
  'team_events',
  'tool_offers',
  'transaction_counts',
  'transaction_days',
  'two_factors',
  'verifications',
  'webhook_endpoints',
]

const now = new Date('2026-11-25T10:00:00Z')

/** A completed order whose buyer data contains the marker. */
const document = JSON.stringify({ buyer: { name: marker, country: 'GB' } })
const finished: FixedFormats = {
  ...fixedFormatColumns,
  'invoices.contents': document,
  'credit_notes.contents': document,
  'cases.closed_at': now,
  'cases.state': 'CLOSED',
  'disputes.closed_at': now,
  'disputes.state': 'WON',
  'orders.fulfilment_status': 'FULFILLED',
  'orders.payment_status': 'PAID',
  'orders.delivered': true,
  'payments.paid_at': now,
  'payments.state': 'PAID',
  'refunds.state': 'REFUNDED',
  'refunds.refunded_at': now,
  'cancellations.state': 'CLOSED_NO_REFUND',
  'cancellations.closed_at': now,
}

const buyerOf = ({ rows }: Planted) => ({
  sellerId: Number(rows.get('sellers')?.id),
  buyerId: Number(rows.get('buyers')?.id),
})

describe('erasing a buyer', () => {
  it('removes the buyer from every column that may identify them, also in tables added later', async () => {
    const db = await testDatabase()
    const planted = await plantMarker(db, finished)
    const { sellerId, buyerId } = buyerOf(planted)
    const id = Number(planted.rows.get('orders')?.id)
    await sql`update webhook_deliveries set entity = ${`order ${sellerId} ${id}`}`.execute(db.owner)
    await sql`delete from listing_pictures`.execute(db.owner)
    await sql`update file_runs set kind = 'tracking',
      plan = ${JSON.stringify({ lines: 1, typed: [{ from: 2, to: 2, at: '1', text: marker }] })}`.execute(db.owner)
    await sql`update listing_upload_rows set patch = ${JSON.stringify({ title: marker })}`.execute(db.owner)
    const key = await requestErasure(db.owner, { buyers: [{ sellerId, buyerId }], requestedBy: 'Olu', now })
    expect(await runErasures(db, now)).toBe(1)

    const kept = (name: string) => {
      const [table = '', column = ''] = name.split('.')
      const columns: readonly string[] = keptColumns[table as keyof typeof keptColumns] ?? []
      return columns.includes(column) || [...keptTables, ...othersTables].some((other) => other === table)
    }
    const left = (await columnsWith(db, marker)).filter((name) => !kept(name))
    // Documents are kept until the end of their retention; deliveries keep event keys, and searches the items.
    expect(left.toSorted()).toEqual([
      'credit_notes.contents',
      'credit_notes.issued_by',
      'invoices.contents',
      'invoices.issued_by',
      'order_search.terms',
      'webhook_deliveries.delivery_key',
      'webhook_deliveries.endpoint_id',
      'webhook_deliveries.event_key',
      'webhook_deliveries.failure',
      'webhook_deliveries.type',
    ])
    expect((await sql`select from pictures`.execute(db.owner)).rows, 'photos that nothing shows any more').toEqual([])
    expect((await sql`select plan from file_runs`.execute(db.owner)).rows, 'cells typed in files').toEqual([
      { plan: { lines: 1 } },
    ])
    for (const table of deletedTables)
      expect((await sql`select from ${sql.table(table)}`.execute(db.owner)).rows, table).toEqual([])
    expect(await readErasures(db.owner, { key: key ?? '', limit: 10, now })).toMatchObject([
      { sellers: [{ doneAt: now, open: [] }] },
    ])
    // They are erased ten years after the year of issue.
    await runErasures(db, new Date('2037-01-01T00:00:00Z'))
    expect(await columnsWith(db, marker)).not.toContain('invoices.contents')
  })

  it('deletes questions before the sale; answers that a listing shows stay, unless they name the buyer', async () => {
    const db = await testDatabase()
    const sellerId = await addSeller(db, 'questions')
    const [listing, other] = await addListings(db, sellerId, 2)
    const asked = { sellerId, listingId: listing!, at: now }
    const { key, thread } = await ask(db, { ...asked, buyer: 'zoe_q', text: 'Zoe here: is it new?' })
    const again = await ask(db, { ...asked, listingId: other!, buyer: 'zoe_q', text: 'And this?' })
    const { key: theirs } = await ask(db, { ...asked, buyer: 'max', text: 'Is it old?' })
    const listed = (message_key: string, question: string) => ({
      seller_id: sellerId,
      listing_id: listing!,
      message_key,
      question,
      answer: 'Yes',
      published_at: now,
    })
    await addRows(db.owner, 'listing_questions', [
      listed(key, 'zoe_q asks: is it new?'),
      listed(again.key, 'Is it new?'),
      listed(theirs, 'Is zoe_q in?'),
    ])
    const [found, ...others] = await findBuyers(db.owner, { buyer: 'zoe_q', now })
    expect(others).toEqual([])
    expect(found).toMatchObject({ messages: 2, orders: 0, open: [] })
    await requestErasure(db.owner, { buyers: [found!], requestedBy: 'Olu', now })
    expect(await runErasures(db, now)).toBe(1)
    const left = await db.owner.selectFrom('conversation_messages').select('body').execute()
    expect(left).toEqual([{ body: 'Is it old?' }])
    expect(await db.owner.selectFrom('conversations').select('buyer_username').execute()).toEqual([
      { buyer_username: 'max' },
    ])
    const shown = await db.owner.selectFrom('listing_questions').select('question').orderBy('question').execute()
    expect(shown).toEqual([{ question: 'Is it new?' }, { question: 'Is zoe_q in?' }])
    const message = { sellerId, thread, key: newMessageKey(), subject: null, text: 'Yes', pictures: [], seen: null }
    const actor = { kind: 'MEMBER', id: 'ada', name: 'Ada' } as const
    const answer = await db.asSeller(sellerId, 'write', (own) => sendMessage(own, { ...message, actor, now }))
    expect(answer).toEqual({ ok: false, reason: 'unknown' })
    // Whoever has the name next is another buyer.
    await ask(db, { ...asked, buyer: 'zoe_q', text: 'Hello' })
    expect(await findBuyers(db.owner, { buyer: 'zoe_q', now })).toMatchObject([{ messages: 1 }])
  })

  it('removes the name and words from offers of a buyer who never ordered, and closes them', async () => {
    const db = await testDatabase()
    const sellerId = await addSeller(db, 'offers')
    const { id, item } = await addOfferedListing(db, sellerId)
    const made = { sellerId, item, now, message: 'zoe_o: call me' }
    await addOffer(db, { ...made, buyer: 'zoe_o' })
    await addOffer(db, { ...made, buyer: 'zoe_o', begunBy: 'SELLER' })
    await addOffer(db, { ...made, buyer: 'max', message: 'Please' })
    await addInterest(db, sellerId, id, ['zoe_o', 'ida', 'max'])
    for (const buyer of ['zoe_o', 'ida']) {
      const found = await findBuyers(db.owner, { buyer, now })
      expect(found).toMatchObject([{ username: buyer, orders: 0, open: [] }])
      await requestErasure(db.owner, { buyers: found, requestedBy: 'Olu', now })
    }
    expect(await runErasures(db, now)).toBe(2)
    const left = await rowsOf(db.owner, 'buyer_offers', {}, 'id')
    const erased: unknown = expect.stringMatching(/^removed/)
    expect(left).toMatchObject([
      { state: 'WITHDRAWN', message: null, buyer_username: erased },
      { state: 'DECLINED', message: null, buyer_username: erased },
      { state: 'OPEN', message: 'Please', buyer_username: 'max' },
    ])
    expect(await columnsWith(db, 'zoe_o')).toEqual([])
    expect(await db.owner.selectFrom('interested_buyers').select('buyer_username').execute()).toEqual([
      { buyer_username: 'max' },
    ])
  })

  it('removes offers under a former name that an order has, unless another buyer has it now', async () => {
    const db = await testDatabase()
    const sellerId = await addSeller(db, 'former')
    const { item } = await addOfferedListing(db, sellerId)
    for (const [before, isTaken] of [
      ['zoe_before', false],
      ['zoe_shared', true],
    ] as const) {
      const { id } = await addOrderToShip(db, sellerId, [1])
      const gone = { buyer_username: before, fulfilment_status: 'FULFILLED', delivered: true } as const
      const { buyer_id: buyerId } = await db.owner
        .updateTable('orders')
        .set(gone)
        .where('id', '=', id)
        .returning('buyer_id')
        .executeTakeFirstOrThrow()
      if (isTaken)
        await db.owner.insertInto('buyers').values({ seller_id: sellerId, username: before, name: '' }).execute()
      await addOffer(db, { sellerId, item, now, buyer: before })
      await requestErasure(db.owner, { buyers: [{ sellerId, buyerId }], requestedBy: 'Olu', now })
    }
    expect(await runErasures(db, now)).toBe(2)
    const left = await db.owner.selectFrom('buyer_offers').select(['state', 'buyer_username']).orderBy('id').execute()
    expect(left).toEqual([
      { state: 'WITHDRAWN', buyer_username: expect.stringMatching(/^removed/) },
      { state: 'OPEN', buyer_username: 'zoe_shared' },
    ])
  })
})
