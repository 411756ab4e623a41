import { sellerLoader } from '#web/guard.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { guessCarrier } from '#features/core/carrier/carrier.ts'
import { numberProblemText } from './number-problem-text.ts'

/** What a number tells while it is typed. */
export interface CarrierGuess {
  carrier: string | null
  /** In words: whose it is, whose else it may be, or which digit does not fit. */
  hint: string | null
}

const longestNumber = 60

/** Guesses who carries a parcel from its number, as `number` says. */
export const loader = sellerLoader(
  'orders.ship',
  async ({ hub, seller, url, texts: reader }): Promise<CarrierGuess> => {
    const texts = textsFor(reader.locale, seller.timeZone)
    const number = (url.searchParams.get('number') ?? '').slice(0, longestNumber)
    const { carriers, problem } = guessCarrier(hub.config.carriers, number)
    if (problem) return { carrier: null, hint: numberProblemText(problem, texts) }
    const [carrier = null, other] = carriers
    if (!carrier) return { carrier, hint: null }
    return { carrier, hint: texts.t(other ? 'ship.guess.or' : 'ship.guess', { carrier, other: other ?? '' }) }
  },
)
