import { useState } from 'react'
import { saleKinds } from '#features/core/sale-event/checkout-discount.ts'
import { priceEndings } from '#features/core/sale-event/sale-price.ts'
import { Button } from '#shui/button/button.tsx'
import { SelectField, TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { fieldOf } from '#web/field-of.ts'
import type { FormAnswer } from '#web/form-answer.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { PageForm } from '#web/page-form.tsx'
import { tierFields } from './tier-fields.ts'
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
  const [kind, setKind] = useState(values['kind'])
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
      <SelectField
        label={t('saleEvents.kind')}
        {...field('kind')}
        onChange={(event) => setKind(event.currentTarget.value)}
        options={saleKinds.map((value) => ({ value, label: t(`saleEvents.kind.${value}`) }))}
      />
      {/* The fields of all kinds stay, so that what was typed outlasts a look at another kind. */}
      <Tiers field={field} hidden={kind !== 'VOLUME'} />
      <div className={styles.pair} hidden={kind === 'VOLUME'}>
        <SelectField
          label={t('saleEvents.by')}
          {...field('by')}
          onChange={(event) => setBy(event.currentTarget.value)}
          options={[
            { value: 'percent', label: t('saleEvents.by.percent') },
            { value: 'price', label: t(kind === 'PRICE' ? 'saleEvents.by.price' : 'saleEvents.by.amount') },
          ]}
        />
        <TextField
          label={
            by === 'price'
              ? t(kind === 'PRICE' ? 'saleEvents.price' : 'saleEvents.amount', { currency })
              : t('saleEvents.percent')
          }
          {...field('figure')}
          inputMode="decimal"
          figures
        />
        <div hidden={kind !== 'PRICE'}>
          <SelectField
            label={t('saleEvents.ending')}
            {...field('ending')}
            options={priceEndings.map((value) => ({ value, label: t(`saleEvents.ending.${value}`) }))}
          />
        </div>
        <div hidden={kind === 'PRICE'}>
          <TextField
            label={t('saleEvents.least', { currency })}
            {...field('least')}
            optional
            inputMode="decimal"
            figures
          />
        </div>
        <div hidden={kind !== 'COUPON'}>
          <TextField
            label={t('saleEvents.code')}
            hint={t('saleEvents.code.hint')}
            {...field('code')}
            maxLength={15}
            spellCheck={false}
            autoCapitalize="characters"
          />
        </div>
        {(['mostUses', 'mostPerBuyer'] as const).map((name) => (
          <div key={name} hidden={kind !== 'COUPON'}>
            <TextField
              label={t(`saleEvents.${name}`)}
              {...field(name)}
              optional
              inputMode="numeric"
              autoComplete="off"
              figures
            />
          </div>
        ))}
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

/** From how many units on which discount. */
function Tiers({ field, hidden }: { field: (name: string) => ReturnType<typeof fieldOf<string>>; hidden: boolean }) {
  const { t } = useTexts()
  return tierFields.map(([units, percent], nth) => (
    <div key={units} className={styles.pair} hidden={hidden}>
      {[units, percent].map((name) => (
        <TextField
          key={name}
          label={t(name === units ? 'saleEvents.tier.units' : 'saleEvents.percent')}
          {...field(name)}
          optional={nth > 0}
          inputMode="numeric"
          autoComplete="off"
          figures
        />
      ))}
    </div>
  ))
}
