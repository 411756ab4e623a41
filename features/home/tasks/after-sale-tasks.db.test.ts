import { addRows } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { addSeller } from '#db/testing-seller.ts'
import { testDatabase } from '#db/testing.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { addOrders, type KnownOrder } from '#features/orders/order-list/testing.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import type { TaskShowing } from '#features/core/task/task-kind.ts'
import { hour } from '#lib/duration.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { paths } from '#web/paths.ts'
import { readFirstTasks, readTasksPage, taskReader } from './tasks-read.server.ts'
import { readTasksQuery } from './tasks-view.server.ts'

const now = new Date('2026-10-27T14:30:00Z')
const zone = 'Europe/London'
const texts = textsFor('en', zone)

const db = await testDatabase()

describe('tasks about buyers, after the sale', () => {
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
