import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { changeRules } from './change-rules.server.ts'
import { rulesModel } from './shipping-rules-view.server.ts'
import { RuleForm, type RuleAnswer } from './rule-form.tsx'
import { RuleList } from './rule-list.tsx'
import styles from './shipping-rules-page.module.css'

await loadTexts('labels')

const doneTexts = {
  saved: 'shipRules.done.saved',
  moved: 'shipRules.done.moved',
} as const

export const loader = sellerLoader('orders.refund', async (visit) => {
  const done = visit.url.searchParams.get('done')
  return { ...(await rulesModel(visit)), done: done !== null && done in doneTexts ? done : null }
})

export const action = sellerAction('orders.refund', async (visit) => {
  const outcome = await changeRules(visit)
  if (outcome.ok) return redirect(outcome.to, { status: 303 })
  const { errors, values, begun } = outcome
  return data<RuleAnswer>({ errors, values, begun }, { status: 422 })
})

export default function ShippingRulesPage() {
  const model = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const done = model.done as keyof typeof doneTexts | null
  const { edited, rules, waiting } = model
  return (
    <>
      <PageHead
        title={t('shipRules.title')}
        note={t('shipRules.note')}
        done={done && !answer ? t(doneTexts[done]) : null}
      />
      <p className={styles.intro}>{t('shipRules.intro')}</p>
      {rules.length > 0 ? <RuleList rules={rules} /> : null}
      <div className={styles.sections}>
        <Section title={edited ? t('shipRules.edit', { name: edited.name }) : t('shipRules.add')}>
          <RuleForm key={edited?.id ?? rules.length} model={model} answer={answer} />
        </Section>
        <Section title={t('shipRules.today')}>
          <p className={styles.note}>{model.waitingNote}</p>
          {waiting.length > 0 ? (
            <CardTable
              head={t('word.order')}
              columns={[
                { key: 'to', label: t('shipRules.column.to') },
                { key: 'weight', label: t('shipRules.column.weight'), isNumber: true },
                { key: 'value', label: t('shipRules.column.value'), isNumber: true },
                { key: 'chosen', label: t('shipRules.column.chosen'), isWords: true },
              ]}
              rows={waiting.map(({ order, href, to, weight, value, chosen }) => ({
                key: order,
                name: <PageLink to={href}>{order}</PageLink>,
                cells: [
                  to,
                  weight,
                  value,
                  chosen.length > 0
                    ? chosen.map(({ rule, words }) => (
                        <div key={rule} dir="auto">
                          <b>{rule}</b>: {words}
                        </div>
                      ))
                    : t('shipRules.today.none'),
                ],
              }))}
            />
          ) : null}
        </Section>
      </div>
    </>
  )
}
