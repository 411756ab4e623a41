import { rowOf, updateRows } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { payOutNow } from '#features/payments/payouts/due-payouts.server.ts'
import { makeFundsAvailable } from '#features/payments/payouts/funds-available.server.ts'
import { addOldSales, addPostedOrder, moneyOf } from '#features/payments/testing.ts'
import { testApi } from './testing.ts'

const now = new Date('2026-11-23T12:00:00Z')

const db = await testDatabase()
const api = await testApi(db, { now: () => now })

/** A seller with 250.00 available. */
async function richSeller() {
  const id = await addTestSeller(db)
  const { username } = await rowOf(db.owner, 'sellers', { id })
  await addOldSales(db, id)
  await makeFundsAvailable(api.hub)
  const root = `/sellers/${username}`
  const ask = (method: string, path: string, body?: object) =>
    api.ask(method, root + path, body === undefined ? {} : { body })
  const available = async () => (await ask('GET', '/balances')).body.items[0].available.value
  return { id, ask, available }
}
const eventsAbout = async (key: string, id: string) => {
  const { items } = (await api.ask('GET', '/events?limit=200')).body
  return items
    .filter((event: { data: Record<string, { id: string } | undefined> }) => event.data[key]?.id === id)
    .map(({ type }: { type: string }) => type)
}

describe('a payout', () => {
  it('is told by an event, paid by the marketplace and reported, once', async () => {
    const { id, ask, available } = await richSeller()
    await payOutNow(api.hub, id)
    const { items } = (await ask('GET', '/payouts')).body
    expect(items).toMatchObject([
      { state: 'INITIATED', amount: { value: '250.00', currency: 'GBP' }, attempt: 1, schedule: 'ON_DEMAND' },
    ])
    const path = `/payouts/${items[0].id}`
    const paid = { state: 'PAID', reference: 'HM-1' }
    expect(await ask('PUT', path, paid)).toMatchObject({
      status: 200,
      body: { state: 'SUCCEEDED', bankReference: 'HM-1', settledAt: now.toISOString() },
    })
    expect((await ask('PUT', path, paid)).body.state).toBe('SUCCEEDED')
    expect((await ask('PUT', path, { state: 'FAILED' })).status).toBe(409)
    expect(await ask('PUT', path, { state: 'REVERSED', failure: 'ACCOUNT_CLOSED' })).toMatchObject({
      body: { state: 'REVERSED', failure: 'ACCOUNT_CLOSED' },
    })
    expect(await available()).toBe('250.00')
    expect(await eventsAbout('payout', items[0].id)).toEqual(['payout.initiated', 'payout.paid', 'payout.reversed'])
    expect((await ask('GET', path)).body.state).toBe('REVERSED')
    expect((await ask('PUT', '/payouts/0123456789ab', paid)).status).toBe(404)
  })
  it('that fails is tried again, or gives the money back', async () => {
    const { id, ask, available } = await richSeller()
    await payOutNow(api.hub, id)
    const { items } = (await ask('GET', '/payouts')).body
    const path = `/payouts/${items[0].id}`
    const failed = await ask('PUT', path, { state: 'FAILED', failure: 'BANK_UNREACHABLE', mayBeRetried: true })
    expect(failed.body).toMatchObject({ state: 'RETRYABLE_FAILED', failure: 'BANK_UNREACHABLE' })
    expect(await available()).toBe('0.00')
    expect((await ask('PUT', path, { state: 'PAID' })).status).toBe(409)
    expect(await eventsAbout('payout', items[0].id)).toEqual(['payout.initiated', 'payout.delayed'])
    // Told again late, it says nothing about the next attempt; nor does a payment of the former pay this one.
    const retriedAt = new Date(now.getTime() + 1)
    await updateRows(
      db.owner,
      'payouts',
      { payout_number: items[0].id },
      { state: 'INITIATED', attempts: 2, attempted_at: retriedAt, failure: null, ask_at: null },
    )
    const repeated = { state: 'FAILED', failure: 'BANK_UNREACHABLE', mayBeRetried: true }
    const unchanged = { status: 200, body: { state: 'INITIATED', attempt: 2 } }
    expect(await ask('PUT', path, { ...repeated, key: items[0].key })).toMatchObject(unchanged)
    expect(await ask('PUT', path, { ...repeated, at: now.toISOString() })).toMatchObject(unchanged)
    expect((await ask('PUT', path, { state: 'PAID', key: items[0].key })).status).toBe(409)
    const paid = { state: 'PAID', key: `${items[0].id}-2` }
    expect((await ask('PUT', path, paid)).body).toMatchObject({ state: 'SUCCEEDED', attempt: 2 })
  })
})

describe('a hold of the marketplace', () => {
  it('keeps back an order’s money, tells of it, and is released', async () => {
    const { id, ask, available } = await richSeller()
    const order = await addPostedOrder(db, id, { netMinor: 900 })
    await makeFundsAvailable(api.hub)
    const body = { order: order.number, reason: 'MARKETPLACE', note: 'We are checking this sale.' }
    expect(await ask('PUT', '/holds/h-1', body)).toMatchObject({
      status: 201,
      body: { id: 'h-1', state: 'HELD', note: body.note },
    })
    expect(await ask('PUT', '/holds/h-1', { ...body, note: 'Checked soon.' })).toMatchObject({ status: 200 })
    expect(await available()).toBe('250.00')
    expect((await ask('PUT', '/holds/h-2', body)).status).toBe(409)
    expect((await ask('PUT', '/holds/h-1', { ...body, state: 'RELEASED' })).body).toMatchObject({ state: 'RELEASED' })
    expect((await ask('PUT', '/holds/h-1', { ...body, state: 'RELEASED' })).status).toBe(200)
    expect((await ask('PUT', '/holds/h-1', body)).status).toBe(409)
    expect(await available()).toBe('259.00')
    expect((await ask('GET', '/holds')).body.items).toHaveLength(1)
    expect(await eventsAbout('hold', 'h-1')).toEqual(['hold.placed', 'hold.released'])
  })
  it('is refused where the money is paid out', async () => {
    const { id, ask } = await richSeller()
    const order = await addPostedOrder(db, id)
    await makeFundsAvailable(api.hub)
    await payOutNow(api.hub, id)
    expect((await ask('PUT', '/holds/h-1', { order: order.number, reason: 'DISPUTE' })).status).toBe(409)
    expect((await ask('GET', '/holds')).body.items).toEqual([])
  })
})

it('what the marketplace charges or gives changes what is available, once', async () => {
  const { id, ask, available } = await richSeller()
  const order = await addPostedOrder(db, id)
  const of = (value: string) => ({ amount: { value, currency: 'GBP' }, description: 'November' })
  const charge = { id: 't-1', kind: 'CHARGE', ...of('19.00') }
  const added = await ask('POST', '/transactions', charge)
  expect(added).toMatchObject({
    status: 201,
    body: { kind: 'CHARGE', net: { value: '-19.00' }, fees: { value: '-19.00' }, state: 'AVAILABLE', order: null },
  })
  expect(await ask('POST', '/transactions', charge)).toMatchObject({ status: 200, body: added.body })
  expect((await ask('POST', '/transactions', { ...charge, ...of('20.00') })).status).toBe(409)
  expect((await ask('POST', '/transactions', { id: 't-2', kind: 'LABEL', ...of('3.00') })).status).toBe(422)
  const label = { id: 't-2', kind: 'LABEL', ...of('3.00'), order: order.number }
  expect((await ask('POST', '/transactions', label)).body).toMatchObject({
    net: { value: '-3.00' },
    order: order.number,
  })
  expect((await ask('POST', '/transactions', { ...label, id: 't-2b', paidBy: 'MARKETPLACE' })).status).toBe(201)
  const gift = { id: 't-3', kind: 'ADJUSTMENT', ...of('5.00'), paidBy: 'MARKETPLACE' }
  expect((await ask('POST', '/transactions', gift)).body).toMatchObject({ net: { value: '5.00' } })
  expect((await ask('POST', '/transactions', { ...gift, id: 't-4', ...of('0.00') })).status).toBe(422)
  const yen = { ...label, id: 't-5', amount: { value: '3', currency: 'JPY' } }
  expect((await ask('POST', '/transactions', yen)).status).toBe(422)
  // Two at once with one id: only one of them is posted.
  const both = ['CHARGE', 'ADVERTISING'].map((kind) => ask('POST', '/transactions', { ...charge, id: 't-6', kind }))
  expect(new Set((await Promise.all(both)).map(({ status }) => status))).toEqual(new Set([201, 409]))
  expect(await available()).toBe('217.00')
  const { accounts, transactions } = await moneyOf(db, id)
  expect(accounts).toEqual(transactions)
  const page = (await ask('GET', '/transactions?limit=20')).body
  const rest = (await ask('GET', `/transactions?limit=20&after=${page.next}`)).body
  expect([page.items.length, rest.items.length, rest.next]).toEqual([20, 11, null])
})

it('the account of payouts is reported without its number, and the next payout names it', async () => {
  const { id, ask } = await richSeller()
  expect((await ask('GET', '/payout-account')).status).toBe(404)
  const account = { bankName: 'Barclays', last4: '4410', country: 'GB', reference: 'ba_1' }
  expect((await ask('PUT', '/payout-account', account)).status).toBe(201)
  expect(await ask('PUT', '/payout-account', account)).toMatchObject({ status: 200, body: account })
  expect(await ask('GET', '/payout-account')).toMatchObject({ body: { ...account, since: now.toISOString() } })
  for (const last4 of ['44104410', '441', 'GB12']) {
    const { status } = await ask('PUT', '/payout-account', { ...account, last4 })
    expect(status, last4).toBe(last4 === 'GB12' ? 200 : 422)
  }
  await payOutNow(api.hub, id)
  expect((await ask('GET', '/payouts')).body.items).toMatchObject([{ bankName: 'Barclays', bankLast4: 'GB12' }])
})
