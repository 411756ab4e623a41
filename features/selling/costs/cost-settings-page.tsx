import { SubmitRow } from '#web/submit-row.tsx'
import type { Row } from '#db/schema.ts'
import { changeMethod, changePackaging } from '#features/core/costs/enter-costs-db.server.ts'
import { readCostSettings } from '#features/core/costs/goods-db.server.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { toDecimal } from '#lib/money.ts'
import { readAmount } from '#lib/read-amount.ts'
import { SelectField, TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { exampleAmount } from '#texts/example-amount.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { hasErrors, refused, type FieldErrors } from '#web/form-answer.ts'
import { formBaseline, lockSettings, lostUpdateAnswer } from '#web/form-baseline.server.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { DocumentForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { paths, withQuery } from '#web/paths.ts'
import { redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import styles from './enter-costs.module.css'

await loadTexts('costs')

const permission = 'money.view'
const methods = ['AVERAGE', 'FIFO'] as const

export const loader = sellerLoader(permission, async ({ read, seller, texts, url }) => {
  const settings = settingsOf(await read((db) => readCostSettings(db, seller.id)), seller.currency)
  const { method, packagingMinor: minor } = settings
  return {
    method,
    packaging: minor === null ? '' : texts.typed(toDecimal({ minor, currency: seller.currency })),
    currency: seller.currency,
    begun: formBaseline(settings),
    saved: url.searchParams.get('done') === 'saved',
  }
})

export const action = sellerAction(permission, async (args) => {
  const { form, hub, seller, texts, write } = args
  const method = oneOf(form, 'method', methods)
  const packaging = textOf(form, 'packaging')
  const { currency } = seller
  const packagingMinor = packaging === '' ? null : readAmount(packaging, { currency, grouping: texts.grouping })
  const errors: FieldErrors<'method' | 'packaging'> = {}
  if (!method) errors.method = texts.t('costs.problem.method')
  if (packaging !== '' && packagingMinor === null)
    errors.packaging = texts.t('costs.problem.cost', { example: exampleAmount(currency, texts) })
  if (hasErrors(errors) || !method) return refused<'method' | 'packaging'>(errors, { packaging })
  const late = await write(async (db) => {
    await lockSettings(db, args, permission)
    const stored = settingsOf(await readCostSettings(db, seller.id), currency)
    const overtaken = lostUpdateAnswer(form, { present: stored, wanted: { method, packagingMinor } }, texts)
    if (overtaken) return overtaken
    if (method !== stored.method) await changeMethod(db, { sellerId: seller.id, method })
    if (packagingMinor !== stored.packagingMinor)
      await changePackaging(db, { sellerId: seller.id, costMinor: packagingMinor, currency, now: hub.now() })
    return null
  })
  if (late) return refused<'method' | 'packaging'>({ form: late }, { packaging })
  return redirect(withQuery(paths.costSettings, { done: 'saved' }), { status: 303 })
})

/** The stored settings, or those that apply without any; packaging in the shop's currency. */
const settingsOf = (stored: Row<'cost_settings'> | undefined, currency: string) => ({
  method: stored?.method ?? methods[0],
  packagingMinor: stored?.packaging_currency === currency ? stored.packaging_minor : null,
})

export default function CostSettingsPage() {
  const { method, packaging, currency, begun, saved } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageHead title={t('costs.settings')} done={saved && !answer ? t('costs.done.settings') : null} />
      <DocumentForm className={styles.form} noValidate autoComplete="off">
        <input type="hidden" name="begun" value={begun} />
        <FormErrors errors={answer?.errors} />
        <SelectField
          label={t('costs.method')}
          hint={t('costs.method.hint')}
          {...fieldOf('method', answer?.errors, method)}
          options={methods.map((value) => ({ value, label: t(`costs.method.${value}`) }))}
        />
        <TextField
          label={t('costs.packaging', { currency })}
          hint={t('costs.packaging.hint')}
          {...fieldOf('packaging', answer?.errors, answer?.values.packaging ?? packaging)}
          width="medium"
          figures="decimal"
        />
        <SubmitRow kind="primary">{t('common.save')}</SubmitRow>
      </DocumentForm>
    </>
  )
}
