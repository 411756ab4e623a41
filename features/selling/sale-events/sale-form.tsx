import { useState } from 'react'
import { priceEndings } from '#features/core/sale-event/sale-price.ts'
import { Button } from '#shui/button/button.tsx'
import { SelectField, TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { fieldOf } from '#web/field-of.ts'
import type { FormAnswer } from '#web/form-answer.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { PageForm } from '#web/page-form.tsx'
import type { SalePageModel } from './sale-page.server.ts'
import styles from './sale-page.module.css'

interface SaleFormProps {
  page: SalePageModel
  answer: FormAnswer<string> | undefined
}

/** Name, price and times of a sale that is new or a draft. */
export function SaleForm({ page, answer }: SaleFormProps) {
  const { t } = useTexts()
  const { sale, newKey, zone, currency } = page
  const errors = answer?.errors ?? {}
  const values: Readonly<Record<string, string | undefined>> = { ...page.values, ...answer?.values }
  const [by, setBy] = useState(values['by'])
  const field = (name: string) => fieldOf<string>(name, errors, values[name])
  return (
    <PageForm className={styles.form} noValidate autoComplete="off">
      <FormErrors errors={errors} />
      {sale ? (
        <input type="hidden" name="version" value={sale.version} />
      ) : (
        <input type="hidden" name="key" value={newKey} />
      )}
      <TextField label={t('saleEvents.name')} hint={t('saleEvents.name.hint')} {...field('name')} maxLength={90} />
      <div className={styles.pair}>
        <SelectField
          label={t('saleEvents.by')}
          {...field('by')}
          onChange={(event) => setBy(event.currentTarget.value)}
          options={[
            { value: 'percent', label: t('saleEvents.by.percent') },
            { value: 'price', label: t('saleEvents.by.price') },
          ]}
        />
        <TextField
          label={by === 'price' ? t('saleEvents.price', { currency }) : t('saleEvents.percent')}
          {...field('figure')}
          inputMode="decimal"
          figures
        />
        <SelectField
          label={t('saleEvents.ending')}
          {...field('ending')}
          options={priceEndings.map((value) => ({ value, label: t(`saleEvents.ending.${value}`) }))}
        />
      </div>
      <div className={styles.pair}>
        <TextField label={t('saleEvents.startDate')} {...field('startDate')} type="date" />
        <TextField label={t('saleEvents.startTime')} {...field('startTime')} type="time" />
        <TextField label={t('saleEvents.endDate')} {...field('endDate')} type="date" />
        <TextField label={t('saleEvents.endTime')} {...field('endTime')} type="time" />
      </div>
      <p className={styles.note}>{t('saleEvents.zone', { zone })}</p>
      <div className={styles.actions}>
        {sale ? (
          <>
            <Button type="submit" name="step" value="schedule" kind="primary">
              {t('saleEvents.step.schedule')}
            </Button>
            <Button type="submit" name="step" value="save">
              {t('saleEvents.save')}
            </Button>
            <Button type="submit" name="step" value="delete" kind="quiet">
              {t('saleEvents.delete')}
            </Button>
          </>
        ) : (
          <Button type="submit" name="step" value="make" kind="primary">
            {t('saleEvents.make')}
          </Button>
        )}
      </div>
    </PageForm>
  )
}
