import { testShop } from './testing-shop.ts'
import pg from 'pg'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { expectSoundBooks } from '#features/core/ledger/testing.ts'
import { addTestListing, orderOf } from './testing-orders.ts'

const { db, api, sellerId } = await testShop({}, { external_id: 'shop' })
const seller = '/sellers/shop'
const item = await addTestListing(db, { sellerId, quantity: 1_000 })
afterEach(() => expectSoundBooks(db))

const payment = { id: 'p', method: 'CARD', state: 'PAID', paidAt: '2026-11-20T10:00:00Z' }

const kinds = async () =>
  (await db.owner.selectFrom('ledger_entries').select('kind').orderBy('id').execute()).map(({ kind }) => kind)

/** Pushes orders as one batch; returns the number of statements. */
async function push(name: string, count: number, more: object): Promise<number> {
  const lines = Array.from({ length: count }, (_, nth) =>
    JSON.stringify({ ...orderOf(`${name}-${nth}`, item), ...more }),
  )
  const sent = vi.spyOn(pg.Client.prototype, 'query')
  const request = new Request(`http://localhost:3000/marketplace/v1${seller}/orders`, {
    method: 'POST',
    headers: { authorization: `Bearer ${api.key}`, 'content-type': 'application/x-ndjson' },
    body: lines.join('\n'),
  })
  const response = await api.raw(request)
  const answers = (await response.text()).trim().split('\n')
  const statements = sent.mock.calls.length
  sent.mockRestore()
  expect(answers).toHaveLength(count)
  for (const answer of answers) expect(JSON.parse(answer)).toMatchObject({ status: 201 })
  return statements
}

describe('the books', () => {
  it('have an order as soon as it is paid in full, not before', async () => {
    await api.ask('POST', `${seller}/orders`, { body: { ...orderOf('B-1', item), payment } })
    expect(await kinds()).toEqual(['SALE'])
    await api.ask('POST', `${seller}/orders`, { body: orderOf('B-2', item) })
    const pay = (id: string, value: string) =>
      api.ask('PUT', `${seller}/orders/B-2/payments/${id}`, {
        body: { method: 'CARD', state: 'PAID', paidAt: '2026-11-20T10:00:00Z', amount: { value, currency: 'GBP' } },
      })
    await pay('first', '10.00')
    expect(await kinds()).toEqual(['SALE'])
    await pay('second', '35.00')
    await pay('second', '35.00')
    expect(await kinds()).toEqual(['SALE', 'SALE'])
  })

  it('have each order of a batch, for five statements more than a batch that is not paid', async () => {
    const unpaid = await push('U', 50, {})
    const paid = await push('P', 50, { payment })
    expect(paid - unpaid).toBeLessThanOrEqual(5)
    expect((await kinds()).filter((kind) => kind === 'SALE')).toHaveLength(52)
  })
})
