import { expect, it } from 'vitest'
import { HubAway } from '../hub-client.ts'
import type { HubQuote, QuoteBody } from '../hub-types.ts'
import { listingOf, seller } from '../testing.ts'
import { readBasket } from './basket.ts'
import { quoteGroup } from './quote-group.ts'

const item = '100000000001'
const [group] = readBasket([{ item, choice: '', quantity: 2 }], () => ({ listing: listingOf(item), seller }))
const to = { country: 'DE', postalCode: '80331' }
const quotedAs = (quote: HubQuote, asked: QuoteBody[] = []) =>
  quoteGroup(
    {
      async quoteShipping(_, body) {
        asked.push(body)
        return { order: quote }
      },
    },
    group!,
    to,
  )
const service = { policy: 'Parcels', service: 'Tracked', price: { value: '12.40', currency: 'GBP' } }

it('asks the hub for the place, and tells the price, its service, or why it is not sent there', async () => {
  const asked: QuoteBody[] = []
  const told = { postageMinor: 1_240, totalMinor: 3_240, shippingService: 'Tracked', postageProblem: null }
  expect(await quotedAs({ services: [service], problem: null }, asked)).toMatchObject(told)
  expect(asked).toEqual([{ to, items: [{ item, quantity: 2, unitPrice: { value: '10.00', currency: 'GBP' } }] }])
  const free = { postageMinor: 0, totalMinor: 2_000, postageProblem: null }
  expect(await quotedAs({ services: [], problem: 'NO_POLICY' })).toMatchObject(free)
  const refused = await quotedAs({ services: [], problem: 'EXCLUDED' })
  expect(refused.postageProblem).toBe('The seller does not send this there.')
})

it('keeps the postage within the country while the hub does not answer', async () => {
  const away = { quoteShipping: () => Promise.reject(new HubAway('away')) }
  expect(await quoteGroup(away, group!, to)).toEqual(group)
})
