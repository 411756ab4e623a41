import { SubmitRow } from '#web/submit-row.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { textOf } from '#lib/form-fields.ts'
import { toDecimal } from '#lib/money.ts'
import { readAmount } from '#lib/read-amount.ts'
import { Checkbox, TextField } from '#shui/form/controls.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { formBaseline, lostUpdateAnswer, lockSettings } from '#web/form-baseline.server.ts'
import { refused } from '#web/form-answer.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths, withQuery } from '#web/paths.ts'
import { readCaseRules, saveCaseRules } from './case-rules-db.server.ts'
import { acceptableReasons } from './case-rules.ts'
import styles from './case-rules-page.module.css'

await loadTexts('cases')

type Field = 'refundUpTo' | 'label' | 'accepted' | 'begun'

export const loader = sellerLoader('orders.refund', async ({ read, seller, texts, url }) => {
  const rules = await read((db) => readCaseRules(db, seller.id))
  const { acceptReasons, refundUpToMinor, labelMinor } = rules
  const typed = (minor: number | null) =>
    minor === null ? '' : texts.typed(toDecimal({ minor, currency: seller.currency }))
  return {
    reasons: acceptableReasons.map((reason) => ({ reason, isAccepted: acceptReasons.includes(reason) })),
    refundUpTo: typed(refundUpToMinor),
    label: typed(labelMinor),
    currency: seller.currency,
    begun: formBaseline(rules),
    saved: url.searchParams.get('done') === 'saved',
  }
})

export const action = sellerAction('orders.refund', async ({ form, seller, member, texts, write }) => {
  const acceptReasons = acceptableReasons.filter((reason) => form.has(`accept-${reason}`))
  const typed = { refundUpTo: textOf(form, 'refundUpTo'), label: textOf(form, 'label') }
  const values = { ...typed, accepted: acceptReasons.join() }
  const { currency } = seller
  const amountOf = (text: string) =>
    text === '' ? null : (readAmount(text, { currency, grouping: texts.grouping }) ?? ('wrong' as const))
  // A limit of zero means no automatic refund.
  const [refundUpToMinor, labelMinor] = [amountOf(typed.refundUpTo) || null, amountOf(typed.label)]
  const wrong = texts.t('caseRules.error.amount', { example: texts.typed(toDecimal({ minor: 1250, currency })) })
  if (refundUpToMinor === 'wrong' || labelMinor === 'wrong')
    return refused<Field>(
      {
        ...(refundUpToMinor === 'wrong' ? { refundUpTo: wrong } : {}),
        ...(labelMinor === 'wrong' ? { label: wrong } : {}),
      },
      { ...values, begun: textOf(form, 'begun') },
    )
  const wanted = { acceptReasons, refundUpToMinor, labelMinor }
  const changed = await write(async (db) => {
    await lockSettings(db, { seller, member }, 'orders.refund')
    const problem = lostUpdateAnswer(form, { present: await readCaseRules(db, seller.id), wanted }, texts)
    if (!problem) await saveCaseRules(db, seller.id, wanted)
    return problem
  })
  if (changed) return refused<Field>({ form: changed }, values)
  return redirect(withQuery(paths.caseRules, { done: 'saved' }), { status: 303 })
})

export default function CaseRulesPage() {
  const { reasons, refundUpTo, label, currency, begun, saved } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const values = answer?.values ?? {}
  const accepted = answer?.values.accepted?.split(',')
  return (
    <>
      <PageHead
        title={t('caseRules.title')}
        note={t('caseRules.note')}
        done={saved && !answer ? t('caseRules.saved') : null}
      />
      <DocumentForm className={styles.form}>
        <input type="hidden" name="begun" value={values.begun ?? begun} />
        <FormErrors errors={answer?.errors} />
        <fieldset id="accept" className={styles.reasons} aria-describedby="accept-hint">
          <legend>{t('caseRules.accept')}</legend>
          {reasons.map(({ reason, isAccepted }) => (
            <Checkbox
              key={reason}
              id={`accept-${reason}`}
              name={`accept-${reason}`}
              label={t(`cases.reason.${reason}`)}
              defaultChecked={accepted?.includes(reason) ?? isAccepted}
            />
          ))}
          <p id="accept-hint" className={styles.hint}>
            {t('caseRules.accept.hint')}
          </p>
        </fieldset>
        <TextField
          label={`${t('caseRules.refund')} (${currency})`}
          hint={t('caseRules.refund.hint')}
          {...fieldOf('refundUpTo', answer?.errors, values.refundUpTo ?? refundUpTo)}
          width="short"
          figures="decimal"
        />
        <TextField
          label={`${t('caseRules.label')} (${currency})`}
          hint={t('caseRules.label.hint')}
          {...fieldOf('label', answer?.errors, values.label ?? label)}
          width="short"
          figures="decimal"
        />
        <SubmitRow kind="primary">{t('common.save')}</SubmitRow>
      </DocumentForm>
    </>
  )
}
