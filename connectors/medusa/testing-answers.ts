import { readFileSync } from 'node:fs'
import type { MedusaOrder, MedusaProduct } from './fields.ts'

interface Answers {
  products: MedusaProduct[]
  orders: Record<
    | 'taxesMixed'
    | 'dollars'
    | 'yen'
    | 'partlyShippedAndRefunded'
    | 'cancelled'
    | 'shipped'
    | 'withGiftWrap'
    | 'freeShipping',
    MedusaOrder
  >
}

/** What Medusa 2.21.2 answered to requests for `productFields` and `orderFields`. */
export const answers = JSON.parse(
  readFileSync(new URL('testing-answers.json', import.meta.url), 'utf8'),
  // As the fields ask for it.
) as Answers
