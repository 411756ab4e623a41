import { useMemo } from 'react'
import { destinationsFrom } from '#features/core/shipping/example-destinations.ts'
import type { Shipping } from '#features/core/shipping/shipping.ts'
import { quote } from '#features/core/shipping/shipping-quote.ts'
import { quoteWords, serviceWords } from '#features/selling/policies/quote-words.ts'
import { readAmount, readUnits } from '#lib/read-amount.ts'
import { readWeight } from '#lib/weight.ts'
import { Button } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { placeReader } from './place-names.ts'
import { readTyped, type TypedProblem } from './read-typed.ts'
import type { TypedShipping } from './typed-shipping.ts'
import styles from './shipping-policy.module.css'

interface ExamplesProps {
  /** As it is typed now. */
  typed: TypedShipping
  initial: TypedShipping
  shop: { currency: string; country: string }
}

/** What an order costs to some destinations, worked out anew while the seller types. */
export function Examples({ typed, initial, shop: { currency, country } }: ExamplesProps) {
  const texts = useTexts()
  const { t, grouping } = texts
  const place = useMemo(() => placeReader(texts), [texts])
  const { shipping, problems } = readTyped(typed, { currency, grouping, place })
  const sound = withoutFaulty(shipping, problems)
  const unit = {
    quantity: readUnits(typed.quantity, grouping) ?? 1,
    grams: readWeight(typed.grams, 'g', grouping),
    priceMinor: readAmount(typed.price, { currency, grouping }) ?? 0,
  }
  const rows = destinationsFrom(country).map((to) => ({ to, answer: quote(sound, [unit], to) }))
  const missing = rows.filter(
    ({ to, answer }) => to.country === country && 'problem' in answer && answer.problem === 'noZone',
  )
  const field = (name: 'grams' | 'price' | 'quantity') => ({ name, defaultValue: initial[name], autoComplete: 'off' })
  return (
    <aside className={styles.examples} aria-label={t('shipping.examples')}>
      <h2 className={styles.title}>{t('shipping.examples')}</h2>
      <div className={styles.order}>
        <TextField label={t('shipping.examples.quantity')} {...field('quantity')} figures="numeric" />
        <TextField label={t('shipping.examples.grams')} {...field('grams')} figures />
        <TextField label={t('listing.price', { currency })} {...field('price')} figures />
      </div>
      {missing.map(({ to }) => (
        <Status key={to.id} tone="warn" text={t('shipping.warn', { place: t(`shipping.to.${to.id}`) })} />
      ))}
      <dl className={styles.prices}>
        {rows.map(({ to, answer }) => (
          <div key={to.id}>
            <dt>{t(`shipping.to.${to.id}`)}</dt>
            {'problem' in answer ? (
              <dd>{quoteWords(answer, currency, texts)}</dd>
            ) : (
              answer.services.map((service, at) => (
                <dd key={at} dir="auto">
                  {[service.name, serviceWords(service, currency, texts)].filter(Boolean).join(': ')}
                </dd>
              ))
            )}
          </div>
        ))}
      </dl>
      <noscript>
        <Button type="submit" name="intent" value="examples" size="small">
          {t('shipping.examples.do')}
        </Button>
      </noscript>
    </aside>
  )
}

/** A policy without the services that are not finished. */
function withoutFaulty({ zones, ...rest }: Shipping, problems: readonly TypedProblem[]): Shipping {
  const isFaulty = (path: string) => problems.some(({ field }) => field.startsWith(`${path}.`))
  return {
    ...rest,
    zones: zones.map((zone, z) => ({
      ...zone,
      services: zone.services.filter((_, s) => !isFaulty(`zones.${z}.services.${s}`)),
    })),
  }
}
