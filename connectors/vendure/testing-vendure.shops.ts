import { expect, it } from 'vitest'
import { emptyDatabase } from '#db/testing.ts'
import { mapped } from '../kit/index.ts'
import { all, expectContract } from '../testing-contract.ts'
import { createAdminApi } from './admin-api.ts'
import { vendureIn } from './testing-vendure.ts'
import { createVendureSource } from './vendure-source.ts'

it('Vendure’s variants and its orders of all kinds are in the hub to the cent, parcels, refunds and edits are on both sides, and killing any of them loses nothing and doubles nothing', async () => {
  const { shop, source } = await expectContract({
    connector: 'vendure',
    createSource: createVendureSource,
    shopIn: vendureIn,
    currency: 'USD',
    // Those of the demo, and a product without picture.
    variants: 89,
    outboxUrl: await emptyDatabase(),
    // Vendure wakes nobody without a plugin.
    every: 2,
    cancels: 'first',
    keeps: null,
  })

  const orders = (await all(mapped(source.orders(null)))).map(({ order }) => order)
  const kinds = new Set(orders.flatMap(({ extras }) => extras?.map(({ kind }) => kind) ?? []))
  expect(kinds).toEqual(new Set(['SURCHARGE', 'ADJUSTMENT']))
  expect(new Set(orders.map(({ currency }) => currency))).toEqual(new Set(['USD', 'EUR']))
  const rates = orders.flatMap(({ lines }) => lines.flatMap(({ taxes }) => taxes?.map(({ rate }) => rate) ?? []))
  expect(new Set(rates)).toEqual(new Set(['20', '10']))

  // A deleted product is gone, and the others are not.
  const { VENDURE_URL: url = '', VENDURE_USER: username = '', VENDURE_PASSWORD: password = '' } = shop.connectorEnv()
  const [first, second] = await all(source.listings(null))
  if (!first || !second) throw new Error('Vendure has no products.')
  const api = createAdminApi({ url, username, password })
  await api.change('mutation ($id: ID!) { deleteProduct(id: $id) { result } }', { id: first.id })
  expect(await source.listing?.(first)).toBeNull()
  expect(await source.listing?.(second)).toMatchObject({ id: second.id })
})
