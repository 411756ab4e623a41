import { expect, it } from 'vitest'
import { mapped } from '../kit/index.ts'
import { all, expectContract } from '../testing-contract.ts'
import { createMedusaSource } from './medusa-source.ts'
import { medusaIn } from './testing-medusa.ts'

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
