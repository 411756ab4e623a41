import { Checkbox, SelectField, TextField } from '#shui/form/controls.tsx'
import { listingFormats } from '#features/core/listing/listing-content.ts'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { useFields, useFormView, useChosenRow, useSettledTyped } from '../form/form-context.tsx'
import { typedAxes, priceField, typedVariation } from '../form/typed-form.ts'
import styles from '../form/listing-form.module.css'
import type { DisplayedPrice } from '#lib/frame-messages.ts'
import { ProductSummaryFrame } from '#features/selling/product-summary/product-summary-frame.tsx'
import { currencyDecimals } from '#lib/money.ts'
import { fillFields } from '../form/fill-fields.ts'

const limitNames = ['minimumOffer', 'autoAccept'] as const

export function PriceSection() {
  const { t } = useTexts()
  const { currency, typed, locks, takesOffers } = useFormView()
  const field = useFields()
  const byVariation = typedAxes(typed).length > 0
  const { defaultValue: offers, ...bestOffer } = field('bestOffer')
  const isRefused = limitNames.some((name) => field(name).error)
  return (
    <Section title={t('listingForm.price')}>
      <div className={styles.fields}>
        <div className={styles.triple}>
          {locks.format ? <input type="hidden" name="format" value={typed['format']} /> : null}
          <SelectField
            label={t('listingForm.field.format')}
            hint={locks.format}
            {...field('format')}
            disabled={locks.format !== null}
            options={listingFormats.map((value) => ({ value, label: t(`listingForm.format.${value}`) }))}
          />
          {byVariation ? (
            <>
              <p className={styles.quiet}>{t('listingForm.price.byVariation')}</p>
              {/* Kept in case the variations are removed again. */}
              {(['price', 'quantity'] as const).map((name) => (
                <input key={name} type="hidden" name={name} value={typed[name]} />
              ))}
            </>
          ) : (
            <>
              <TextField label={t('listing.price', { currency })} {...field('price')} figures="decimal" />
              <TextField
                label={t('listingForm.field.quantity')}
                hint={locks.quantity}
                readOnly={locks.quantity !== null}
                {...field('quantity')}
                figures="numeric"
              />
            </>
          )}
        </div>
        <PriceEvidence />
        {offers && !takesOffers ? <p className={styles.quiet}>{t('listingForm.bestOffer.kept')}</p> : null}
        {/* Where no offers are taken, sent as they are, and shown once a limit is not below the price. */}
        <div hidden={!takesOffers && !isRefused} className={styles.group}>
          <Checkbox
            label={t('listingForm.field.bestOffer')}
            hint={t('listingForm.bestOffer.hint')}
            {...bestOffer}
            value="on"
            defaultChecked={offers === 'on'}
          />
          <div className={`${styles.pair} ${styles.offers}`}>
            {limitNames.map((name) => (
              <TextField
                key={name}
                label={t(`listingForm.field.${name}`)}
                optional
                {...field(name)}
                figures="decimal"
              />
            ))}
          </div>
        </div>
      </div>
    </Section>
  )
}

/** Sold prices of the product beside the price field; follows the input, and its price can be taken over. */
function PriceEvidence() {
  const { product, listing, hidden, currency } = useFormView()
  const texts = useTexts()
  const typed = useSettledTyped()
  const target = priceField(typed, useChosenRow())
  const itemNumber = listing?.itemNumber ?? hidden.from
  const pricing = {
    listingId: itemNumber,
    itemId: itemNumber,
    epid: product?.epid ?? null,
    gtin: product?.gtin ?? null,
    // With a product the title is irrelevant.
    title: product ? null : (typed['title'] ?? null),
    condition: typed['condition'] ?? null,
    format: typed['format'] ?? null,
    variation: typedVariation(typed),
  }
  // Prices in other currencies are ignored.
  const takePrice = ({ value, currency: other }: DisplayedPrice) => {
    if (target && other === currency) fillFields([target.field], texts.typed(value.toFixed(currencyDecimals(currency))))
  }
  return (
    <ProductSummaryFrame
      pricing={pricing}
      variation={target?.variation ?? null}
      onUsePrice={target ? takePrice : undefined}
    />
  )
}
