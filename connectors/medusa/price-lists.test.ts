import { expect, it } from 'vitest'
import { ShopRefusal, type Sale } from '../kit/index.ts'
import { createMedusaSource } from './medusa-source.ts'
import { servingMedusa } from './testing-server.ts'

const price = (value: string) => ({ value, currency: 'EUR' })
const sale = (...prices: Sale['prices']): Sale => ({
  startsAt: '2026-11-24T10:00:00.000Z',
  endsAt: '2026-11-26T10:00:00.000Z',
  prices,
})

/** Medusa with a product of two variants, and its price lists. */
async function shop() {
  const lists = [{ id: 'plist_1', title: 'Sale of the hub, prod_10' }]
  const { url, key } = await servingMedusa(({ method, path, body }) => {
    if (path === '/products/prod_1') return [200, { product: { variants: [{ id: 'var_s' }, { id: 'var_m' }] } }]
    if (!path.startsWith('/price-lists')) return [404, { message: 'There is none.' }]
    if (method === 'POST') lists.push({ id: `plist_${lists.length + 1}`, ...(body as { title: string }) })
    if (method === 'DELETE') lists.splice(0, lists.length, ...lists.filter(({ id }) => !path.endsWith(`/${id}`)))
    return [200, { price_lists: lists }]
  })
  const env = { MEDUSA_SELLER: 's-42', MEDUSA_CURRENCY: 'eur', MEDUSA_URL: url, MEDUSA_KEY: key }
  const { applySale } = createMedusaSource(env)
  return { lists, apply: (id: string, told: Sale | null) => applySale?.({ seller: 's-42', id }, told) }
}

it('a sale is one price list of its product with its dates, and gone with it', async () => {
  const { lists, apply } = await shop()
  const cheaper = { variation: 'var_m', price: price('8.50'), was: price('10.00') }
  await apply('prod_1', sale(cheaper))
  await apply('prod_1', sale(cheaper))
  expect(lists).toMatchObject([
    { title: 'Sale of the hub, prod_10' },
    {
      type: 'sale',
      status: 'active',
      starts_at: '2026-11-24T10:00:00.000Z',
      ends_at: '2026-11-26T10:00:00.000Z',
      prices: [{ variant_id: 'var_m', currency_code: 'eur', amount: 8.5 }],
    },
  ])
  await apply('prod_1', sale({ variation: null, price: price('7.00'), was: null }))
  expect(lists).toMatchObject([{}, { prices: [{ variant_id: 'var_s', amount: 7 }] }])
  await apply('prod_1', null)
  expect(lists).toHaveLength(1)
  await expect(apply('prod_2', sale(cheaper))).rejects.toThrow(ShopRefusal)
})
