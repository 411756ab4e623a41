import { it } from 'vitest'
import { expectContract } from '../testing-contract.ts'
import { vendureIn } from './testing-vendure.ts'
import { createVendureSource } from './vendure-source.ts'

it('Vendure’s 88 variants and its orders are in the hub to the cent, parcels and refunds are in Vendure, and killing any side loses nothing and doubles nothing', async () => {
  await expectContract({
    connector: 'vendure',
    createSource: createVendureSource,
    shopIn: vendureIn,
    currency: 'USD',
    variants: 88,
    // Vendure wakes nobody without a plugin.
    every: 2,
  })
})
