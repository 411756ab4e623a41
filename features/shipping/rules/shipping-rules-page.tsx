import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { readPackages } from '#features/selling/policies/packages-db.server.ts'
import { packageSizes, weightUnitOf } from '#features/shipping/labels/label-sheet-view.server.ts'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { formBaseline } from '#web/form-baseline.server.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { changeRules } from './change-rules.server.ts'
import { dryRunRows, readWaitingOrders } from './dry-run.server.ts'
import { valuesOfRule } from './rule-form.server.ts'
import { RuleForm, type RuleAnswer } from './rule-form.tsx'
import { RuleList } from './rule-list.tsx'
import { actionWords, conditionWords } from './rule-words.ts'
import { readRules } from '#features/core/shipping/shop-rules-db.server.ts'
import styles from './shipping-rules-page.module.css'

await loadTexts('labels')

const doneTexts = {
  saved: 'shipRules.done.saved',
  moved: 'shipRules.done.moved',
} as const

export const loader = sellerLoader('orders.refund', async ({ read, seller, texts: reader, url }) => {
  const texts = textsFor(reader.locale, seller.timeZone)
  const { rules, waiting, packages } = await read(async (db) => ({
    rules: await readRules(db, seller.id),
    waiting: await readWaitingOrders(db, seller.id),
    packages: await readPackages(db, seller.id),
  }))
  const of = { texts, currency: seller.currency, unit: weightUnitOf(seller.country) }
  const edited = rules.find(({ id }) => id === url.searchParams.get('rule'))
  const done = url.searchParams.get('done')
  return {
    rules: rules.map(({ id, name, isOn, conditions, actions }) => ({
      id,
      name,
      isOn,
      when: conditionWords(conditions, of),
      chooses: actionWords(actions, of),
      href: paths.shippingRules(id),
    })),
    edited: edited
      ? { id: edited.id, name: edited.name, values: valuesOfRule(edited, of), begun: formBaseline(edited) }
      : null,
    currency: seller.currency,
    packages: packageSizes(packages, texts),
    weightHint: texts.t(of.unit === 'oz' ? 'labels.weight.hint.oz' : 'labels.weight.hint'),
    waiting: dryRunRows(rules, waiting, of),
    waitingNote: texts.t(waiting.isAll ? 'shipRules.today.note' : 'shipRules.today.most', { n: waiting.orders.length }),
    done: done !== null && done in doneTexts ? done : null,
  }
})

export type RulesModel = Awaited<ReturnType<typeof loader>>

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
