import { sellerLoader } from '#web/guard.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { guessCarrier } from '#features/core/carrier/carrier.ts'
import { numberProblemText } from './number-problem-text.ts'

export interface CarrierGuess {
  carrier: string | null
  /** Text for the field: the matching carrier, other possible carriers, or the digit that fails the check. */
  hint: string | null
}

const longestNumber = 60

/** Guesses the carrier of the tracking number in the `number` parameter. */
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
