import { addRow, addRows, updateRows } from '#db/testing-row.ts'
import { enterCosts } from '#features/core/costs/enter-costs-db.server.ts'
import { describe, expect, it } from 'vitest'
import { storeKits } from '#features/core/listing/kits-db.server.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testDatabase } from '#db/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { addOrders, type KnownOrder } from '#features/orders/order-list/testing.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import type { TaskShowing } from '#features/core/task/task-kind.ts'
import { day, hour } from '#lib/duration.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { paths } from '#web/paths.ts'
import { readTasksBefore } from './tasks-db.server.ts'
import { readFirstTasks, readTasksPage, taskReader } from './tasks-read.server.ts'
import { readTasksQuery } from './tasks-view.server.ts'

const now = new Date('2026-10-27T14:30:00Z')
const zone = 'Europe/London'
const texts = textsFor('en', zone)

const db = await testDatabase()

describe('tasks beside orders to ship', () => {
  it('warn of listings that will end without stock, from the marketplace’s lead time on', async () => {
    const own = await addSeller(db, 'dee')
    const { outOfStockAutoEnd, outOfStockWarning } = policyPack.deadlines
    const endsIn = (ms: number) => new Date(now.getTime() - outOfStockAutoEnd + ms)
    const add = async (title: string, since: Date) => {
      const listing = { seller_id: own, title, category: 'Lenses', condition: 'GOOD', currency: 'GBP' } as const
      const empty = { state: 'OUT_OF_STOCK', price_minor: 2500, out_of_stock_since: since } as const
      const row = await addRow(db.owner, 'listings', { ...listing, ...empty })
      return row.item_number
    }
    const soon = await add('Summicron', endsIn(hour))
    await add('Not yet', endsIn(outOfStockWarning + 1))
    const theirs = taskReader({ id: own, timeZone: zone, role: 'owner' }, { now, deadlines: policyPack.deadlines })
    const first = (role: TaskShowing['role'] = 'owner') =>
      db.asSeller(own, 'read', (rows) => readFirstTasks(rows, theirs, { texts, role }))
    const before = { from: now, before: new Date(now.getTime() + 7_200_000), limit: 9 }
    expect(await db.asSeller(own, 'read', (rows) => readTasksBefore(rows, theirs, before))).toMatchObject([
      { kind: 'stock', key: soon, dueAt: new Date(now.getTime() + hour), title: 'Summicron' },
    ])
    const [line, ...others] = (await first()).lines
    expect(others).toEqual([])
    expect(line).toMatchObject({
      title: 'A listing ends: out of stock',
      due: { text: 'in 1 h' },
      item: { title: 'Summicron' },
      facts: [soon],
      money: { main: '£25.00' },
      action: { text: 'Restock', href: paths.listing(soon) },
    })
    expect((await first('viewer')).lines[0]!.action).toBeNull()
    await add('From now on', endsIn(outOfStockWarning))
    for (const ms of [1, 2, 3]) await add('Sooner', endsIn(outOfStockWarning - ms))
    const { lines } = await first()
    const more = '2 more listings end: out of stock'
    expect(lines.map(({ title }) => title)).toEqual([line!.title, line!.title, line!.title, more])
    expect(lines[3]!.href).toBe(paths.tasks({ kind: 'stock' }))
    const { searchParams } = new URL(lines[3]!.href, 'http://hub')
    const page = await db.asSeller(own, 'read', (rows) =>
      readTasksPage(rows, readTasksQuery(searchParams, 'owner'), theirs, { texts, role: 'owner' }),
    )
    // Only those about to end, not all that are out of stock.
    expect(page.sections.flatMap((section) => section.lines.map(({ title }) => title))).toEqual(
      Array.from({ length: 5 }, () => line!.title),
    )
  })

  it('name orders whose parcel the carrier cannot deliver, once each, until it is on its way again', async () => {
    const own = await addSeller(db, 'exceptions')
    const order = await addOrderToShip(db, own, [1])
    const parcel = { seller_id: own, order_id: order.id, carrier: 'DHL', shipped_at: now, recorded_at: now }
    await addRows(db.owner, 'shipments', [
      { ...parcel, state: 'EXCEPTION' },
      { ...parcel, state: 'EXCEPTION' },
    ])
    const theirs = taskReader({ id: own, timeZone: zone, role: 'owner' }, { now, deadlines: policyPack.deadlines })
    const stuck = async () => {
      const page = await db.asSeller(own, 'read', (rows) =>
        readTasksPage(rows, readTasksQuery(new URLSearchParams({ kind: 'stuck-parcel' }), 'owner'), theirs, {
          texts,
          role: 'owner',
        }),
      )
      return page.sections.flatMap(({ lines }) => lines)
    }
    expect(await stuck()).toMatchObject([
      {
        title: `Check the address of a parcel: ${order.number}`,
        facts: ['DHL cannot deliver it'],
        action: { text: 'Check', href: paths.orderDetails(order.number) },
      },
    ])
    const left = (at: Date) =>
      updateRows(db.owner, 'shipments', { seller_id: own, state: 'EXCEPTION' }, { shipped_at: at, scanned_at: null })
    await left(new Date(now.getTime() - 60 * day + 1_000))
    expect(await stuck()).toHaveLength(1)
    await left(new Date(now.getTime() - 60 * day))
    expect(await stuck()).toEqual([])
  })

  it('name changes of stock, a line for each kind, prices below cost for those who see money', async () => {
    const own = await addSeller(db, 'news')
    const before = (days: number) => new Date(now.getTime() - days * day)
    const add = (sku: string, units: number, listed = before(10)) =>
      addRow(db.owner, 'listings', {
        seller_id: own,
        title: sku,
        sku,
        category: 'Lenses',
        condition: 'GOOD',
        currency: 'GBP',
        price_minor: 500,
        state: units > 0 ? 'ACTIVE' : 'OUT_OF_STOCK',
        quantity_available: units,
        starts_at: listed,
      })
    for (const [sku, units, listed] of [
      ['LOW', 2, 10],
      ['BACK', 9, 10],
      ['DEAR', 9, 10],
      ['FINE', 9, 10],
      ['DEAD', 9, 91],
      ['LONG-DEAD', 9, 98],
      ['GONE', 0, 10],
      ['LONG-GONE', 0, 10],
      ['PART', 9, 10],
    ] as const)
      await add(sku, units, before(listed))
    const { id: kit } = await add('KIT', 9)
    const parts = [{ sku: 'PART', units: 2 }]
    await db.asSeller(own, 'write', (tx) => storeKits(tx, own, [{ listingId: kit, position: 0, parts }]))
    await updateRows(db.owner, 'stock_items', { seller_id: own, sku: 'LOW' }, { reorder_point: 2 })
    await updateRows(db.owner, 'stock_gaps', { seller_id: own, sku: 'GONE' }, { begun_at: before(7) })
    await updateRows(db.owner, 'stock_gaps', { seller_id: own, sku: 'LONG-GONE' }, { begun_at: before(7.01) })
    const gap = { seller_id: own, begun_at: before(3) }
    await addRows(db.owner, 'stock_gaps', [
      { ...gap, sku: 'BACK', ended_at: before(1) },
      { ...gap, sku: 'FINE', ended_at: before(1.01) },
    ])
    const cost = { currency: 'GBP', quantity: null, since: before(1), key: 'c' }
    await db.asSeller(own, 'write', (tx) =>
      enterCosts(tx, {
        sellerId: own,
        costs: [
          { ...cost, sku: 'DEAR', unitCostMinor: 501 },
          { ...cost, sku: 'FINE', unitCostMinor: 500 },
          { ...cost, sku: 'PART', unitCostMinor: 250 },
          // Its own cost counts no more.
          { ...cost, sku: 'KIT', unitCostMinor: 900 },
        ],
        source: 'TYPED',
        enteredBy: 'Ann',
        now,
      }),
    )
    const titles = async (role: TaskShowing['role']) => {
      const reader = taskReader({ id: own, timeZone: zone, role }, { now, deadlines: policyPack.deadlines })
      const { sections } = await db.asSeller(own, 'read', (rows) =>
        readTasksPage(rows, readTasksQuery(new URLSearchParams(), role), reader, { texts, role }),
      )
      return sections.flatMap(({ lines }) => lines.map(({ title }) => title))
    }
    const all = [
      'Check LOW: stock is low',
      'Check GONE: sold out',
      'Check BACK: back in stock',
      'Check DEAD: no sales for 90 days',
      'Check DEAR: price below cost',
    ]
    expect((await titles('owner')).toSorted()).toEqual(all.toSorted())
    expect((await titles('shipper')).toSorted()).toEqual(all.slice(0, 4).toSorted())
    await db.asSeller(own, 'write', (tx) =>
      enterCosts(tx, {
        sellerId: own,
        costs: [{ ...cost, key: 'd', sku: 'PART', unitCostMinor: 251 }],
        source: 'TYPED',
        enteredBy: 'Ann',
        now,
      }),
    )
    expect(await titles('owner')).toContain('Check 2 SKUs: price below cost')
    await add('LOW-2', 1)
    await updateRows(db.owner, 'stock_items', { seller_id: own, sku: 'LOW-2' }, { reorder_point: 2 })
    expect(await titles('owner')).toContain('Check 2 SKUs: stock is low')
  })

  it('include questions, returns, items not received, and failed refunds', async () => {
    const own = await addSeller(db, 'cay')
    const orders = await addOrders(db, { sellerId: own, count: 60, now, seed: 'cay' })
    const sent = orders.filter(({ status }) => status === 'SHIPPED' || status === 'DELIVERED')
    const [asked, returned, missing, refused, settled] = sent as [
      KnownOrder,
      KnownOrder,
      KnownOrder,
      KnownOrder,
      KnownOrder,
    ]
    const whose = { seller_id: own }
    const before = (hours: number) => new Date(now.getTime() - hours * hour)
    await addRows(db.owner, 'conversation_messages', {
      ...whose,
      order_id: asked.id,
      message_key: 'question1',
      sender: 'BUYER',
      body: 'Where?',
      sent_at: before(25),
    })
    const dueAt = new Date(now.getTime() + 30 * hour)
    const deadline = JSON.stringify({
      at: dueAt.toISOString(),
      rule: 'returnSellerResponse',
      calendar: 'test',
      days: [],
    })
    for (const [index, { kind, order, state }] of [
      { kind: 'RETURN', order: returned, state: 'RETURN_REQUESTED' } as const,
      { kind: 'RETURN', order: returned, state: 'ITEM_DELIVERED' } as const,
      { kind: 'RETURN', order: returned, state: 'ITEM_SHIPPED' } as const,
      { kind: 'NOT_RECEIVED', order: missing, state: 'WAITING_SELLER_RESPONSE' } as const,
      // A failed refund is one task, whatever its cause.
      { kind: 'RETURN', order: refused, state: 'REFUND_FAILED' } as const,
    ].entries()) {
      const { id } = await db.owner
        .updateTable('line_items')
        .set({ quantity: 9 })
        .where('order_id', '=', order.id)
        .where('position', '=', 1)
        .returning('id')
        .executeTakeFirstOrThrow()
      await addRows(db.owner, 'cases', {
        ...whose,
        case_number: `5-0000000${index}`,
        kind,
        state,
        reason: kind === 'RETURN' ? 'DEFECTIVE_ITEM' : 'ITEM_NOT_RECEIVED',
        order_id: order.id,
        line_item_id: id,
        units: 1,
        words: 'It is broken.',
        currency: order.currency,
        amount_minor: 3650,
        opened_at: before(40),
        due_at: dueAt,
        deadline,
        answer_by: deadline,
      })
    }
    await addRows(db.owner, 'refunds', {
      ...whose,
      order_id: refused.id,
      reason: 'OTHER_ADJUSTMENT',
      state: 'FAILED',
      currency: refused.currency,
      amount_minor: 500,
      requested_at: before(2),
      refund_key: 'refused00000',
    })
    // An order refunded in another way needs nothing.
    const paid = { ...whose, order_id: settled.id, currency: settled.currency }
    const refund = { ...paid, reason: 'OTHER_ADJUSTMENT' } as const
    await addRows(db.owner, 'payments', {
      ...paid,
      method: 'CARD',
      state: 'PAID',
      amount_minor: settled.totalMinor,
      paid_at: before(60),
    })
    await addRows(db.owner, 'refunds', [
      { ...refund, state: 'FAILED', amount_minor: 500, refund_key: 'refused00001', requested_at: before(2) },
      {
        ...refund,
        state: 'REFUNDED',
        amount_minor: settled.totalMinor,
        refund_key: 'made00000001',
        refunded_at: before(1),
      },
    ])
    const ours = taskReader({ id: own, timeZone: zone, role: 'owner' }, { now, deadlines: policyPack.deadlines })
    const linesOf = async (kind: string, role: TaskShowing['role'] = 'owner') => {
      const query = readTasksQuery(new URLSearchParams({ kind }), 'owner')
      const page = await db.asSeller(own, 'read', (bound) => readTasksPage(bound, query, ours, { texts, role }))
      return page.sections.flatMap(({ key, lines }) => lines.map((line) => ({ section: key, ...line })))
    }
    const money = (minor: number, { currency }: KnownOrder) => texts.money({ minor, currency })
    expect(await linesOf('question')).toMatchObject([
      {
        section: 'overdue',
        title: `Answer ${asked.buyer}`,
        action: { text: 'Answer', href: expect.stringContaining('#') },
      },
    ])
    const returns = await linesOf('return')
    expect(returns.map(({ title }) => title).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'Answer the return 5-00000000',
      'Refund the return 5-00000001',
    ])
    expect(returns.find(({ title }) => title.startsWith('Refund'))).toMatchObject({
      section: 'tomorrow',
      action: {
        text: 'Refund',
        label: `Refund ${money(3650, returned)}: Refund the return 5-00000001`,
        href: '/sh/ord/case?case=5-00000001#step',
        inPlace: 'case',
        begin: 'refund',
      },
    })
    expect(await linesOf('not-received')).toMatchObject([{ title: 'Answer “not received”, 5-00000003' }])
    // Once the recipient is corrected, the payment provider is asked again.
    expect(await linesOf('refund')).toMatchObject([
      {
        section: 'overdue',
        action: {
          text: 'Refund',
          inPlace: 'step',
          step: {
            text: `Refund ${money(500, refused)}`,
            words: expect.stringMatching(/^.*5\.00 goes back to .+ This cannot be undone\.$/),
            action: '/sh/ord/refund/retry',
            fields: { refund: 'refused00000' },
          },
        },
      },
    ])
    for (const kind of ['return', 'not-received', 'refund'])
      expect((await linesOf(kind, 'shipper')).every(({ action }) => action === null)).toBe(true)
    // Members who may not read buyers' messages are sent to the order instead of a refusal.
    expect(await linesOf('question', 'accountant')).toMatchObject([
      { title: `Answer ${asked.buyer}`, href: paths.orderDetails(asked.number), action: null },
    ])
  })

  it('link to buyers’ questions only for roles that may read them, for several too', async () => {
    const own = await addSeller(db, 'eve')
    const asked = await addOrders(db, { sellerId: own, count: 4, now, seed: 'eve' })
    const sentAt = new Date(now.getTime() - 25 * hour)
    await addRows(
      db.owner,
      'conversation_messages',
      asked.map(({ id }) => ({
        seller_id: own,
        order_id: id,
        message_key: `question${id}`,
        sender: 'BUYER' as const,
        body: 'Where?',
        sent_at: sentAt,
      })),
    )
    const theirs = taskReader({ id: own, timeZone: zone, role: 'owner' }, { now, deadlines: policyPack.deadlines })
    const more = async (role: TaskShowing['role']) => {
      const { lines } = await db.asSeller(own, 'read', (rows) => readFirstTasks(rows, theirs, { texts, role }))
      return lines.find(({ title }) => title === 'Answer 2 more questions')
    }
    const href = `${paths.conversations}?standing=unanswered`
    expect(await more('shipper')).toMatchObject({ href, action: { text: 'Answer all', href } })
    for (const role of ['lister', 'accountant', 'viewer'] as const)
      expect(await more(role)).toMatchObject({ href: paths.tasks({ kind: 'question' }), action: null })
  })

  it('show the refund of a cancelled order: what was paid minus what was refunded', async () => {
    const own = await addSeller(db, 'fay')
    const add = async ({ paidMinor, backMinor = 0 }: { paidMinor: number; backMinor?: number }) => {
      const order = await addOrderToShip(db, own, [5], { placedAt: new Date(now.getTime() - hour) })
      const of = { seller_id: own, order_id: order.id }
      const payments = db.owner.updateTable('payments').where('order_id', '=', order.id)
      await payments.set(paidMinor > 0 ? { amount_minor: paidMinor } : { state: 'PENDING', paid_at: null }).execute()
      const refund = { ...of, currency: 'GBP', reason: 'OTHER_ADJUSTMENT', requested_at: now } as const
      if (backMinor > 0)
        await addRows(db.owner, 'refunds', [
          { ...refund, state: 'PENDING', amount_minor: backMinor, refund_key: 'going0000001' },
          { ...refund, state: 'FAILED', amount_minor: 100, refund_key: 'refused00001' },
        ])
      await addRows(db.owner, 'cancellations', {
        ...of,
        initiator: 'BUYER',
        reason: 'ORDER_MISTAKE',
        state: 'REQUESTED',
        requested_at: now,
      })
      return order.number
    }
    const [some, part, none] = [
      await add({ paidMinor: 1000, backMinor: 400 }),
      await add({ paidMinor: 250 }),
      await add({ paidMinor: 0 }),
    ]
    const theirs = taskReader({ id: own, timeZone: zone, role: 'owner' }, { now, deadlines: policyPack.deadlines })
    const page = await db.asSeller(own, 'read', (rows) =>
      readTasksPage(rows, readTasksQuery(new URLSearchParams({ kind: 'cancellation' }), 'owner'), theirs, {
        texts,
        role: 'owner',
      }),
    )
    const said = page.sections.flatMap((section) =>
      section.lines.map(({ number, money, action }) => [number, money?.main, action?.step?.text, action?.step?.words]),
    )
    expect(said).toEqual([
      [some, '£6.00', 'Accept and refund £6.00', expect.stringContaining('£6.00 goes back')],
      [part, '£2.50', 'Accept and refund £2.50', expect.stringContaining('£2.50 goes back')],
      [none, '£0.00', 'Accept', expect.not.stringContaining('goes back to')],
    ])
    expect(page.frame.foot?.money).toBe('£8.50')
  })
})
