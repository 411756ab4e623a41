import { Checkbox, SelectField, TextField } from '#shui/form/controls.tsx'
import { listingFormats } from '#features/core/listing/listing-content.ts'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { useFields, useFormView } from '../form/form-context.tsx'
import { typedAxes } from '../form/typed-form.ts'
import { PriceEvidence } from './price-evidence.tsx'
import styles from '../form/listing-form.module.css'

/** Format, price, quantity and offers. */
export function PriceSection() {
  const { t } = useTexts()
  const { currency, typed, locks } = useFormView()
  const field = useFields()
  const byVariation = typedAxes(typed).length > 0
  const { defaultValue: offers, ...bestOffer } = field('bestOffer')
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
                <input key={name} type="hidden" name={name} value={typed[name] ?? ''} />
              ))}
            </>
          ) : (
            <>
              <TextField
                label={t('listingForm.price.in', { currency })}
                {...field('price')}
                inputMode="decimal"
                autoComplete="off"
                figures
              />
              <TextField
                label={t('listingForm.field.quantity')}
                hint={locks.quantity}
                readOnly={locks.quantity !== null}
                {...field('quantity')}
                inputMode="numeric"
                autoComplete="off"
                figures
              />
            </>
          )}
        </div>
        <PriceEvidence />
        <Checkbox
          label={t('listingForm.field.bestOffer')}
          hint={t('listingForm.bestOffer.hint')}
          {...bestOffer}
          value="on"
          defaultChecked={offers === 'on'}
        />
        <div className={`${styles.pair} ${styles.offers}`}>
          <TextField
            label={t('listingForm.field.minimumOffer')}
            optional
            {...field('minimumOffer')}
            inputMode="decimal"
            autoComplete="off"
            figures
          />
          <TextField
            label={t('listingForm.field.autoAccept')}
            optional
            {...field('autoAccept')}
            inputMode="decimal"
            autoComplete="off"
            figures
          />
        </div>
      </div>
    </Section>
  )
}
