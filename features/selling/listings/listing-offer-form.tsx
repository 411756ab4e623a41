import { Button } from '#shui/button/button.tsx'
import { Input, TextField } from '#shui/form/controls.tsx'
import { FieldError } from '#shui/form/field.tsx'
import { useTexts } from '#texts/context.tsx'
import { assertDefined } from '#lib/assert-defined.ts'
import { PageForm } from '#web/page-form.tsx'
import { offerField, offerParts, type OfferPart, type OfferRefusal, type OfferRow } from './listing-offer.ts'
import type { ListingParts } from './listing-parts.server.ts'
import styles from './listing-page.module.css'

interface ListingOfferFormProps {
  item: string
  offer: ListingParts['offer']
  refused: OfferRefusal | null
}

export function ListingOfferForm({ item, offer, refused }: ListingOfferFormProps) {
  const { t } = useTexts()
  const hasVariations = offer.rows[0]?.name != null
  if (!offer.mayEdit) return hasVariations ? <OfferTable offer={offer} refused={null} /> : <OfferFacts offer={offer} />
  const version = refused?.now?.version ?? refused?.version ?? offer.version
  return (
    // Remounted with the current values after saving; a rejected form keeps its input and version.
    <PageForm key={version} className={styles.offer} noValidate>
      <input type="hidden" name="item" value={item} />
      <input type="hidden" name="version" value={version} />
      {refused?.message ? (
        <div role="alert">
          <FieldError id={undefined} error={refused.message} />
        </div>
      ) : null}
      {hasVariations && offer.unitsLock ? <p className={styles.quiet}>{offer.unitsLock}</p> : null}
      {hasVariations ? (
        <OfferTable offer={offer} refused={refused} />
      ) : (
        <div className={styles.pair}>
          {offerParts.map((part) => (
            <OfferField key={part} part={part} offer={offer} refused={refused} />
          ))}
        </div>
      )}
      <div>
        <Button type="submit">{refused?.now ? t('grid.saveMine') : t('common.save')}</Button>
      </div>
    </PageForm>
  )
}

type PartProps = Pick<ListingOfferFormProps, 'offer' | 'refused'>

function OfferField({ part, offer, refused }: PartProps & { part: OfferPart }) {
  const { t } = useTexts()
  const name = offerField(0, part)
  return (
    <TextField
      label={part === 'price' ? t('listing.price', { currency: offer.currency }) : t('word.available')}
      name={name}
      inputMode={part === 'price' ? 'decimal' : 'numeric'}
      autoComplete="off"
      width="short"
      figures
      defaultValue={refused?.typed[name] ?? offer.texts[name]}
      hint={theirs(refused, name, t) ?? lockOf(part, offer)}
      readOnly={lockOf(part, offer) !== null}
      error={refused?.errors[name]}
    />
  )
}

const lockOf = (part: OfferPart, { unitsLock }: PartProps['offer']) => (part === 'quantity' ? unitsLock : null)

/** A value changed by somebody else; null if equal to the input. */
function theirs(refused: OfferRefusal | null, name: string, t: ReturnType<typeof useTexts>['t']): string | null {
  const now = refused?.now?.texts[name]
  return now === undefined || now === refused?.typed[name] ? null : t('listing.now', { value: now })
}

function OfferFacts({ offer: { rows, currency, hidesPrices } }: Pick<PartProps, 'offer'>) {
  const { t, money, number } = useTexts()
  const { priceMinor, quantity } = assertDefined(rows[0], 'an offer has a row')
  return (
    <dl className={styles.facts}>
      {hidesPrices ? null : (
        <div>
          <dt>{t('word.price')}</dt>
          <dd>{money({ minor: priceMinor, currency })}</dd>
        </div>
      )}
      <div>
        <dt>{t('word.available')}</dt>
        <dd>{number(quantity)}</dd>
      </div>
    </dl>
  )
}

function OfferTable({ offer, refused }: PartProps) {
  const { t, money, number } = useTexts()
  const { rows, currency, mayEdit, hidesPrices } = offer
  const parts = offerParts.filter((part) => !(hidesPrices && part === 'price'))
  const hasSku = rows.some(({ sku, name }) => sku !== null && name !== null)
  const text = ({ priceMinor, quantity }: OfferRow, part: OfferPart) =>
    part === 'price' ? money({ minor: priceMinor, currency }) : number(quantity)
  return (
    <div className={styles.variations}>
      <table className={styles.table}>
        <caption className={styles.hidden}>{t('listing.change')}</caption>
        <thead>
          <tr>
            {rows[0]?.name == null ? null : <th scope="col">{t('word.variation')}</th>}
            {hasSku ? <th scope="col">{t('word.sku')}</th> : null}
            {hidesPrices ? null : (
              <th scope="col" className={styles.end}>
                {t('listing.price', { currency })}
              </th>
            )}
            <th scope="col" className={styles.end}>
              {t('word.available')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.name ?? ''}>
              {row.name === null ? null : (
                <th scope="row" dir="auto">
                  {row.name}
                </th>
              )}
              {hasSku ? <td className={styles.sku}>{row.sku}</td> : null}
              {parts.map((part) => (
                <td
                  key={part}
                  className={styles.end}
                  data-label={part === 'price' ? t('listing.price', { currency }) : t('word.available')}
                >
                  {mayEdit ? (
                    <Cell row={row} name={offerField(index, part)} {...{ part, offer, refused }} />
                  ) : (
                    text(row, part)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Cell({ row, name, part, offer, refused }: PartProps & { row: OfferRow; name: string; part: OfferPart }) {
  const { t } = useTexts()
  const error = refused?.errors[name]
  const now = theirs(refused, name, t)
  const id = name.replaceAll('.', '-')
  const said = error ? `${id}-error` : now ? `${id}-now` : undefined
  return (
    <>
      <Input
        id={id}
        name={name}
        defaultValue={refused?.typed[name] ?? offer.texts[name]}
        aria-label={t(part === 'price' ? 'listings.edit.label.price' : 'listings.edit.label.available', {
          row: row.name ?? '',
        })}
        aria-invalid={error ? true : undefined}
        aria-describedby={said}
        inputMode={part === 'price' ? 'decimal' : 'numeric'}
        autoComplete="off"
        readOnly={lockOf(part, offer) !== null}
        figures
      />
      {error ? <FieldError id={said} error={error} /> : null}
      {!error && now ? (
        <p id={said} className={styles.quiet}>
          {now}
        </p>
      ) : null}
    </>
  )
}
