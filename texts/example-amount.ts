import { currencyDecimals, toDecimal } from '#lib/money.ts'
import type { Texts } from './texts.ts'

/** An amount as a reader types it in a currency, for hints: `12.50`, `1250` yen, `12.500` dinar. */
export const exampleAmount = (currency: string, { typed }: Pick<Texts, 'typed'>): string =>
  typed(toDecimal({ minor: currencyDecimals(currency) === 3 ? 12_500 : 1_250, currency }))
