import { expect, it } from 'vitest'
import { day } from '#lib/duration.ts'
import { mapped, type Sale } from '../kit/index.ts'
import { all, expectContract } from '../testing-contract.ts'
import { createMedusaSource } from './medusa-source.ts'
import { medusaIn, startedMedusa } from './testing-medusa.ts'
import { readFrom } from './testing-purchase.ts'

it('Medusa’s orders of all kinds are in the hub to the cent, parcels, refunds and edits are on both sides, its subscriber wakes the connector, and killing any of them loses nothing and doubles nothing', async () => {
  const { source } = await expectContract({
    connector: 'medusa',
    createSource: createMedusaSource,
    shopIn: medusaIn,
    currency: 'EUR',
    variants: 5,
    every: 600,
    cancels: 'longest',
    keeps: /The seller took this (parcel|handover) back in the hub/,
  })

  // Of all prices of a currency, the one for everybody.
  const notebook = (await all(mapped(source.listings(null)))).find(({ listing }) => listing.title === 'Notebook')
  expect(notebook?.listing).toMatchObject({ price: { value: '3.33' }, aspects: { EAN: ['4006381333931'] } })

  // Units of the hub are set in Medusa, whatever is reserved there.
  const lamp = (await all(mapped(source.listings(null)))).find(({ listing }) => listing.title === 'Desk lamp')
  const variation = lamp?.listing.variations?.[0]
  if (!lamp || !variation) throw new Error('Medusa has no lamp.')
  await source.applyStock(lamp, { variation: variation.id, available: 3 })
  const changed = (await all(mapped(source.listings(null)))).find(({ id }) => id === lamp.id)
  expect(changed?.listing.variations?.map(({ quantity }) => quantity)).toEqual([3, expect.any(Number)])
})

interface Shown {
  products: {
    title: string
    variants: { title: string; calculated_price: { calculated_amount: number; original_amount: number } }[]
  }[]
}

it('buyers of Medusa pay the prices of a sale between its dates, beside the usual ones, and no longer without it', async () => {
  const { source, api, url } = await startedMedusa()
  const title = { title: 'Buyers', type: 'publishable' }
  const { api_key: key } = await api.change<{ api_key: { id: string; token: string } }>('/api-keys', title)
  const { sales_channels: channels } = await readFrom<{ sales_channels: { id: string }[] }>(api, '/sales-channels')
  await api.change(`/api-keys/${key.id}/sales-channels`, { add: channels.map(({ id }) => id) })
  const { regions } = await readFrom<{ regions: { id: string; currency_code: string }[] }>(api, '/regions')
  const region = regions.find(({ currency_code: currency }) => currency === 'eur')?.id ?? ''
  /** What buyers in Europe pay, and what else they would. */
  const pays = async (product: string, variant: string) => {
    const query = new URLSearchParams({ region_id: region, fields: '*variants.calculated_price' })
    const answer = await fetch(`${url}/store/products?${query}`, { headers: { 'x-publishable-api-key': key.token } })
    const { products } = (await answer.json()) as Shown
    const found = products.find((each) => each.title === product)?.variants.find((each) => each.title === variant)
    return [found?.calculated_price.calculated_amount, found?.calculated_price.original_amount]
  }
  const listings = await all(mapped(source.listings(null)))
  const named = (name: string) => {
    const { id, listing } = listings.find((each) => each.listing.title === name) ?? {}
    if (id === undefined || !listing) throw new Error(`Medusa has no ${name}.`)
    return { seller: 's-42', id, blue: listing.variations?.[1]?.id ?? null }
  }
  const [notebook, lamp] = [named('Notebook'), named('Desk lamp')]
  const sale = (variation: string | null, value: string, from = -1): Sale => ({
    startsAt: new Date(Date.now() + from * day).toISOString(),
    endsAt: new Date(Date.now() + (from + 2) * day).toISOString(),
    prices: [{ variation, price: { value, currency: 'EUR' }, was: null }],
  })
  const tell = async (of: typeof lamp, told: Sale | null) => source.applySale?.(of, told)

  const notebookCosts = () => pays('Notebook', 'Default variant')
  const usually = await notebookCosts()
  await tell(notebook, sale(null, '2.5', 1))
  const before = await notebookCosts()
  await tell(notebook, sale(null, '2.5'))
  const during = await notebookCosts()
  await tell(notebook, sale(null, '2.75'))
  await tell(lamp, sale(lamp.blue, '20'))
  const changed = [await notebookCosts(), await pays('Desk lamp', 'Blue'), await pays('Desk lamp', 'Red')]
  // The listing keeps its usual price: the sale comes from the hub.
  const { listing } = (await all(mapped(source.listings(null)))).find(({ id }) => id === notebook.id) ?? {}
  await tell(notebook, sale(null, '2.75', -3))
  const after = await notebookCosts()
  await tell(notebook, null)
  await tell(lamp, null)
  expect({ usually, before, during, changed, after, without: await pays('Desk lamp', 'Blue') }).toEqual({
    usually: [3.35, 3.35],
    before: [3.35, 3.35],
    during: [2.5, 3.35],
    changed: [
      [2.75, 3.35],
      [20, 22.49],
      [19.99, 19.99],
    ],
    after: [3.35, 3.35],
    without: [22.49, 22.49],
  })
  expect(listing?.price?.value).toBe('3.33')
  expect((await readFrom<{ count: number }>(api, '/price-lists')).count).toBe(0)
})
