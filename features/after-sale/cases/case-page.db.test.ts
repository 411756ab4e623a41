import { updateRows, addRows } from '#db/testing-row.ts'
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { signedInBrowser, type TestBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { receiveBuyerMessage, newMessageKey } from '#features/orders/conversations/add-message-db.server.ts'
import { saveTemplate } from '#features/orders/conversations/templates-db.server.ts'
import { addOrderToShip } from '#features/shipping/fulfilment/testing.ts'
import { parcelField } from '#features/shipping/fulfilment/ship-form.ts'
import type { CaseNumber, SellerStep } from '#features/core/order/order-case.ts'
import type { SellerStandards } from '#features/core/policy-pack/policy-pack.ts'
import { testPolicyPack as policyPack } from '#features/core/policy-pack/testing.ts'
import { day } from '#lib/duration.ts'
import { paths } from '#web/paths.ts'
import * as casePage from './case-page.tsx'
import { moveCase } from './move-case-db.server.ts'
import { newCaseNumber, openCase } from './open-case-db.server.ts'
import { addSold } from './testing.ts'

const { db, hub, now } = await testHubAt('2026-11-18T19:26:00Z')
const by = {} as Record<'manager' | 'shipper' | 'viewer', TestBrowser>

const roles = ['manager', 'shipper', 'viewer'] as const
const members = await Promise.all(roles.map((role) => addTestMember(hub, { name: role })))
const seller = await addTestSeller(db, Object.fromEntries(members.map(({ id }, index) => [id, roles[index]!])))
for (const [index, role] of roles.entries()) by[role] = await signedInBrowser(hub, members[index]!.email)

/** A return of two units of a listing with this many left. */
async function addReturn(available = 3, sellerId = seller) {
  const order = await addSold(db, sellerId, { available })
  const number = newCaseNumber('RETURN')
  const opened = await db.asSeller(sellerId, 'write', (own) =>
    openCase(own, {
      sellerId,
      order: order.number,
      line: 1,
      units: 2,
      kind: 'RETURN',
      reason: 'DEFECTIVE_ITEM',
      words: 'The needle sticks.',
      photos: [],
      number,
      key: `open ${number}`,
      now,
      policyPack,
    }),
  )
  expect(opened.ok).toBe(true)
  return { number, order }
}

const answer = (number: CaseNumber, step: SellerStep, fields: Record<string, string> = {}, who = by.manager) =>
  who.post(casePage, paths.caseDetails(number), { step, key: randomBytes(16).toString('hex'), ...fields })
const open = async (number: CaseNumber, who = by.manager, more = '') =>
  (await who.get(casePage, `${paths.caseDetails(number)}${more}`)).data

describe('a case’s page', () => {
  it('shows the days behind the deadline in the shop’s calendar, also far in the east', async () => {
    const member = await addTestMember(hub)
    const east = await addTestSeller(db, { [member.id]: 'owner' })
    await db.owner.updateTable('sellers').set({ time_zone: 'Pacific/Auckland' }).where('id', '=', east).execute()
    const { number } = await addReturn(3, east)
    const { why } = (await open(number, await signedInBrowser(hub, member.email))).model
    expect(why).toContain('Fri 20 Nov, Mon 23 Nov, Tue 24 Nov')
  })

  it('offers and accepts answers only for roles that may give them', async () => {
    const { number } = await addReturn()
    expect((await open(number)).model.answers).not.toBeNull()
    for (const who of [by.shipper, by.viewer]) {
      expect((await open(number, who)).model.answers).toBeNull()
      expect((await answer(number, 'refund', {}, who)).status).toBe(403)
    }
    expect((await open(number, by.viewer)).talk).toBeNull()
    expect((await open(number, by.shipper)).model).toMatchObject({ words: 'The needle sticks.', hidden: null })
    expect((await open(number, by.viewer)).model).toMatchObject({
      words: '',
      photos: [],
      hidden: 'The buyer wrote something. Your role does not show it.',
    })
    expect((await answer(number, 'decline')).status).toBe(303)
    expect((await answer(number, 'decline')).status).toBe(409)
  })

  it('refunds the shipping that a voucher left, if it covered the item and more', async () => {
    const { number, order } = await addReturn()
    const whose = (table: 'line_items' | 'payments') => db.owner.updateTable(table).where('order_id', '=', order.id)
    // Nine units of £1.00, and £1.00 of the £2.00 shipping.
    await whose('line_items').set({ discount_minor: 1000 }).execute()
    await whose('payments').set({ amount_minor: 100 }).execute()
    expect((await answer(number, 'refund')).status).toBe(303)
    const refunds = db.owner.selectFrom('refunds').select(['state', 'amount_minor']).where('order_id', '=', order.id)
    expect(await refunds.execute()).toEqual([{ state: 'REFUNDED', amount_minor: 22 }])
  })

  it('shows the number of lost cases in the relevant period: a busy shop’s full months, or the operator’s setting', async () => {
    const { number } = await addReturn()
    const lost = await addReturn()
    const closedAt = new Date('2026-07-15T12:00:00Z')
    const placed_at = new Date('2026-07-01T12:00:00Z')
    await db.owner.updateTable('orders').set({ placed_at }).where('id', '=', lost.order.id).execute()
    await updateRows(
      db.owner,
      'cases',
      { case_number: lost.number },
      { state: 'CLOSED_BUYER', closed_at: closedAt, due_at: null, deadline: null },
    )
    for (const date of ['2026-08-01', '2026-10-31'])
      await addOrderToShip(db, seller, [1], { placedAt: new Date(`${date}T12:00:00Z`) })
    const declined = async (standards: Partial<SellerStandards>) => {
      hub.config.policyPack = { ...policyPack, standards: { ...policyPack.standards, ...standards } }
      const { model } = await open(number)
      hub.config.policyPack = policyPack
      const { level } = model.answers.find(({ step }: { step: SellerStep }) => step === 'decline')
      return [level.main, level.second]
    }
    // The next evaluation is on 20 November, of what was sold before that month.
    const year = ['Case 2 if you lose', 'of 3 orders sold since 1 Nov 2025']
    expect(await declined({})).toEqual(year)
    expect(await declined({ busy: { orders: 3, months: 3 } })).toEqual(year)
    const months = ['First case if you lose', 'of 2 orders sold since 1 Aug 2026']
    expect(await declined({ busy: { orders: 2, months: 3 } })).toEqual(months)
    expect(await declined({ lookBack: 90 * day })).toEqual(months)
  })

  it('begins a message with a template, filled with what is true of its order', async () => {
    const { number, order } = await addReturn()
    await db.asSeller(seller, 'write', async (own) => {
      const body = 'Dear {{name}}, about {{item}} of {{order}}: it went by {{carrier}}, {{tracking}}. {{shop}}'
      await saveTemplate(own, { sellerId: seller, id: null, name: 'Return', body })
      const message = { sellerId: seller, number: order.number, key: newMessageKey(), subject: null, pictures: [] }
      await receiveBuyerMessage(own, { ...message, text: 'And now?', sentAt: now })
    })
    const { talk } = await open(number)
    const [{ id }] = talk.form.templates
    expect(talk.form).toMatchObject({ templateHref: paths.case, templateFields: [['case', number]], draft: null })
    const { text } = (await open(number, by.manager, `&template=${id}`)).talk.form.draft
    const shop = (
      await db.owner.selectFrom('sellers').select('display_name').where('id', '=', seller).executeTakeFirstOrThrow()
    ).display_name
    expect(text).toBe(
      `Dear Lola Okonkwo, about Item 1 of ${order.number}: it went by Royal Mail, RN473124829GB. ${shop}`,
    )
  })
})

describe('a replacement', () => {
  const stockOf = (id: number) =>
    db.owner
      .selectFrom('line_items as l')
      .innerJoin('listings as i', 'i.id', 'l.listing_id')
      .select(['i.quantity_available as left', 'i.on_hand as here', 'i.state', 'i.out_of_stock_since as since'])
      .where('l.order_id', '=', id)
      .executeTakeFirstOrThrow()

  async function replace(available: number, { soldMeanwhile = 0, keptBack = 0 } = {}) {
    const { number, order } = await addReturn(available)
    const { id } = order
    expect((await answer(number, 'offer-replacement')).status).toBe(303)
    const buyer = { actor: { kind: 'BUYER' } as const, key: `take ${number}`, now, policyPack }
    await db.asSeller(seller, 'write', (own) =>
      moveCase(own, { sellerId: seller, number, step: 'take-offer', ...buyer }),
    )
    // An offer does not take stock.
    expect(await stockOf(id)).toMatchObject({ left: available, state: 'ACTIVE' })
    if (soldMeanwhile > 0)
      await updateRows(
        db.owner,
        'listings',
        { sku: (await skuOf(id))! },
        { quantity_available: available - soldMeanwhile },
      )
    if (keptBack > 0) await updateRows(db.owner, 'listings', { sku: (await skuOf(id))! }, { buffer: keptBack })
    const parcel = { [parcelField('tracking', 1)]: 'RN473124829GB', [parcelField('carrier', 1)]: 'Royal Mail' }
    const sent = { ...parcel, key: randomBytes(16).toString('hex') }
    expect((await answer(number, 'ship-replacement', sent)).status).toBe(303)
    // A repeated submit deducts stock once.
    expect((await answer(number, 'ship-replacement', sent)).status).toBe(303)
    return stockOf(id)
  }
  const skuOf = async (id: number) =>
    (
      await db.owner
        .selectFrom('line_items as l')
        .innerJoin('listings as i', 'i.id', 'l.listing_id')
        .select('i.sku')
        .where('l.order_id', '=', id)
        .executeTakeFirstOrThrow()
    ).sku

  it('reduces stock once, and the listing runs out of stock if it was the last', async () => {
    expect(await replace(3)).toEqual({ left: 1, here: 1, state: 'ACTIVE', since: null })
    expect(await replace(2)).toEqual({ left: 0, here: 0, state: 'OUT_OF_STOCK', since: now })
    // The unit was sold meanwhile; sending one anyway means that another was found.
    expect(await replace(3, { soldMeanwhile: 2 })).toEqual({ left: 0, here: 0, state: 'OUT_OF_STOCK', since: now })
    // A buffered unit is sent, so it is no longer on hand.
    expect(await replace(4, { keptBack: 3 })).toEqual({ left: 0, here: 2, state: 'OUT_OF_STOCK', since: now })
  })

  it('is offered for the variation that was sold only', async () => {
    const { number, order } = await addReturn(5)
    const { listing_id: listingId } = await db.owner
      .updateTable('line_items')
      .set({ variation: 'Red' })
      .where('order_id', '=', order.id)
      .returning('listing_id')
      .executeTakeFirstOrThrow()
    const variation = { seller_id: seller, listing_id: listingId!, price_minor: 100 }
    await addRows(db.owner, 'listing_variations', [
      { ...variation, position: 1, axis_values: ['Blue'], quantity: 4 },
      { ...variation, position: 2, axis_values: ['Red'], quantity: 1 },
    ])
    expect((await answer(number, 'offer-replacement')).status).toBe(409)
    await updateRows(db.owner, 'listing_variations', { listing_id: listingId!, position: 2 }, { quantity: 2 })
    expect((await answer(number, 'offer-replacement')).status).toBe(303)
  })
})
