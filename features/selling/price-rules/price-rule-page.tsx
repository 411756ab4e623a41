import { useState } from 'react'
import { priceEndings } from '#features/core/sale-event/sale-price.ts'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { Button } from '#shui/button/button.tsx'
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
import { revalidateAsAnswered } from '#web/revalidate.ts'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { changeRule, readRulePage, type RuleField, type Trial } from './price-rule-page.server.ts'
import { ruleBases } from '#features/selling/price-watch/price-rule.ts'
import styles from './price-rule.module.css'

await loadTexts('price-rules', 'sale-events')

export const loader = sellerLoader('listings.edit', readRulePage)

export const action = sellerAction('listings.edit', changeRule)

export const shouldRevalidate = revalidateAsAnswered

/** The rule by which prices of listings follow sales, with what it would do now. */
export default function PriceRulePage() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const trial = answer ? answer.trial : page.trial
  return (
    <>
      <PageHead
        title={page.title ?? t('priceRules.set', { n: page.n })}
        before={<BackToList href={paths.priceRules}>{t('priceRules.title')}</BackToList>}
        done={answer || page.done === null ? null : t('priceRules.saved', { n: page.done })}
      />
      {page.isTooMany ? (
        <p className={styles.note}>{t('priceRules.tooMany', { n: page.most })}</p>
      ) : (
        <div className={styles.body}>
          <p className={styles.note}>{t('priceRules.intro')}</p>
          <RuleForm />
          {trial ? <DryRun trial={trial} /> : null}
        </div>
      )}
    </>
  )
}

function RuleForm() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const { currency, hasRule, address, begun } = page
  const values: { readonly [field in RuleField]?: string } = { ...page.values, ...answer?.values }
  const [floorBy, setFloorBy] = useState(values.floorBy)
  const field = (name: RuleField) => fieldOf<RuleField>(name, answer?.errors, values[name])
  const figure = (name: RuleField, label: string) => (
    <TextField label={label} {...field(name)} inputMode="decimal" autoComplete="off" figures />
  )
  return (
    <PageForm action={address} className={styles.form} noValidate>
      <input type="hidden" name="begun" value={begun} />
      <FormErrors errors={answer?.errors} />
      <div className={styles.fields}>
        <SelectField
          label={t('priceRules.field.basis')}
          {...field('basis')}
          options={ruleBases.map((value) => ({ value, label: t(`priceRules.Basis.${value}`) }))}
        />
        <SelectField
          label={t('priceRules.field.side')}
          {...field('side')}
          options={(['below', 'above'] as const).map((value) => ({ value, label: t(`priceRules.side.${value}`) }))}
        />
        {figure('offset', t('priceRules.field.offset'))}
        <SelectField
          label={t('saleEvents.ending')}
          {...field('ending')}
          options={priceEndings.map((value) => ({ value, label: t(`saleEvents.ending.${value}`) }))}
        />
      </div>
      <div className={styles.fields}>
        <SelectField
          label={t('priceRules.field.floorBy')}
          {...field('floorBy')}
          onChange={(event) => setFloorBy(event.currentTarget.value)}
          options={(['price', 'margin'] as const).map((value) => ({ value, label: t(`priceRules.floorBy.${value}`) }))}
        />
        {/* Both stay, so that what was typed in one outlasts the other. */}
        <div hidden={floorBy === 'margin'}>{figure('floor', t('priceRules.field.floor', { currency }))}</div>
        <div hidden={floorBy !== 'margin'}>{figure('margin', t('priceRules.field.margin'))}</div>
        <TextField
          label={t('priceRules.field.ceiling', { currency })}
          {...field('ceiling')}
          optional
          inputMode="decimal"
          autoComplete="off"
          figures
        />
      </div>
      <div className={styles.fields}>
        {figure('mostChanges', t('priceRules.field.mostChanges'))}
        <TextField
          label={t('priceRules.field.mostPercent')}
          hint={t('priceRules.field.mostPercent.hint')}
          {...field('mostPercent')}
          inputMode="numeric"
          autoComplete="off"
          figures
        />
      </div>
      <div className={styles.actions}>
        <Button type="submit" name="step" value="save" kind="primary">
          {t('priceRules.save')}
        </Button>
        <Button type="submit" name="step" value="try">
          {t('priceRules.try')}
        </Button>
        {hasRule ? (
          <Button type="submit" name="step" value="remove" kind="quiet">
            {t('priceRules.remove')}
          </Button>
        ) : null}
      </div>
    </PageForm>
  )
}

function DryRun({ trial: { changes, all, rows } }: { trial: Trial }) {
  const { t } = useTexts()
  return (
    <Section title={t('priceRules.dryRun')}>
      <p className={styles.note} role="status">
        {t('priceRules.dryRun.note', { changes })}
      </p>
      <CardTable
        head={t('orders.column.item')}
        label={t('priceRules.dryRun')}
        columns={[
          { key: 'now', label: t('priceRules.now'), isNumber: true },
          { key: 'price', label: t('priceRules.would'), isNumber: true },
          { key: 'words', label: t('priceRules.why'), isWords: true },
        ]}
        rows={rows.map(({ item, href, title, now, price, words }) => ({
          key: item,
          name: (
            <PageLink to={href} dir="auto">
              {title}
            </PageLink>
          ),
          cells: [now, price, words],
        }))}
      />
      {rows.length < all ? <p className={styles.note}>{t('priceRules.dryRun.most', { n: rows.length, all })}</p> : null}
    </Section>
  )
}
