import { SubmitRow } from '#web/submit-row.tsx'
import Upload from 'lucide-react/icons/upload'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { isKeyOf } from '#lib/records.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { SelectField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { takeCostForm } from './enter-costs.server.ts'
import { readEnterCosts } from './enter-costs-view.server.ts'
import styles from './enter-costs.module.css'

await loadTexts('costs')

const doneTexts = {
  saved: 'costs.done.saved',
  removed: 'costs.done.removed',
} as const

export const loader = sellerLoader('money.view', readEnterCosts)

export const action = sellerAction('money.view', takeCostForm)

export default function EnterCostsPage() {
  const { sku, done, rows } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={sku === '' ? t('costs.enter') : t('costs.of', { sku })}
        note={t('costs.enter.note')}
        before={<BackToList href={paths.costs}>{t('costs.title')}</BackToList>}
        done={!answer && done !== null && isKeyOf(doneTexts, done) ? t(doneTexts[done]) : null}
      />
      <div className={styles.sections}>
        {rows.length > 0 ? <History /> : null}
        <OneCost />
        {sku === '' ? <CostFile /> : null}
      </div>
    </>
  )
}

function History() {
  const { sku, rows } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <Section title={t('costs.history')}>
      <CardTable
        head={t('costs.field.since')}
        columns={[
          { key: 'cost', label: t('costs.column.cost'), isNumber: true },
          { key: 'quantity', label: t('costs.field.quantity'), isNumber: true },
          { key: 'source', label: t('costs.history.source') },
          { key: 'remove', label: t('word.remove'), isAction: true },
        ]}
        rows={rows.map(({ key, since, cost, quantity, source }) => ({
          key,
          name: since,
          cells: [
            cost,
            quantity,
            source,
            <PageForm key="remove">
              <input type="hidden" name="of" value={sku} />
              <input type="hidden" name="key" value={key} />
              <Button
                type="submit"
                name="step"
                value="remove"
                size="small"
                kind="quiet"
                aria-label={t('costs.remove.of', { cost, since })}
              >
                {t('word.remove')}
              </Button>
            </PageForm>,
          ],
        }))}
      />
    </Section>
  )
}

function OneCost() {
  const answer = useActionData<typeof action>()
  const { sku, key, today, currency, currencies } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  const { errors, values } = answer ?? { errors: {}, values: {} }
  return (
    <Section title={t('costs.one')}>
      {/* Remounted empty after saving. */}
      <PageForm key={key} className={styles.form} noValidate autoComplete="off">
        <input type="hidden" name="key" value={key} />
        <FormErrors errors={errors} />
        <TextField
          label={t('word.sku')}
          {...fieldOf('sku', errors, values.sku ?? sku)}
          maxLength={50}
          spellCheck={false}
        />
        <TextField
          label={t('costs.column.cost')}
          {...fieldOf('cost', errors, values.cost)}
          width="medium"
          figures="decimal"
        />
        {currencies.length > 1 ? (
          <SelectField
            label={t('word.currency')}
            {...fieldOf('currency', errors, values.currency ?? currency)}
            width="medium"
            options={currencies.map((code) => ({ value: code, label: code }))}
          />
        ) : (
          <input type="hidden" name="currency" value={currency} />
        )}
        <TextField
          label={t('costs.field.quantity')}
          hint={t('costs.field.quantity.hint')}
          {...fieldOf('quantity', errors, values.quantity)}
          width="medium"
          figures="numeric"
          optional
        />
        <TextField
          label={t('costs.field.since')}
          {...fieldOf('since', errors, values.since ?? today)}
          type="date"
          width="medium"
          max={today}
        />
        <SubmitRow name="step" value="cost" kind="primary">
          {t('common.save')}
        </SubmitRow>
      </PageForm>
    </Section>
  )
}

function CostFile() {
  const { t } = useTexts()
  return (
    <Section title={t('costs.file.title')}>
      <p className={styles.text}>{t('costs.file.intro')}</p>
      <ButtonLink href={paths.uploadOf('costs')} icon={Upload}>
        {t('common.uploadFile')}
      </ButtonLink>
      <p className={styles.text}>
        <PageLink to={paths.costSettings}>{t('costs.settings')}</PageLink>
      </p>
    </Section>
  )
}
