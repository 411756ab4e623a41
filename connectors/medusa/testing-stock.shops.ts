import { it } from 'vitest'
import { expectSameStock } from '../testing-stock.ts'
import { startedMedusa } from './testing-medusa.ts'
import { stockOfMedusa } from './testing-stock-medusa.ts'

it('the units of every variant are the same in Medusa and in the hub after each quiet moment, whoever counts and whatever comes first', async () => {
  const medusa = await startedMedusa()
  await expectSameStock({ shop: await stockOfMedusa(medusa), seller: 's-42', currency: 'EUR', histories: 200 })
}, 14_400_000)
