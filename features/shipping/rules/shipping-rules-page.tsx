import { data, redirect, useActionData, useLoaderData } from '#web/router/router.ts'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { changeRules } from './change-rules.server.ts'
import { rulesModel, type RulesModel } from './shipping-rules-view.server.ts'
import styles from './shipping-rules-page.module.css'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import { Button, ButtonLink, IconButton } from '#shui/button/button.tsx'
import { Status } from '#shui/status/status.tsx'
import { DocumentForm } from '#web/page-form.tsx'
import { Checkbox, SelectField, TextAreaField, TextField } from '#shui/form/controls.tsx'
import { PackageSizes, packageSizesId } from '#features/shipping/labels/package-sizes.tsx'
import { fieldOf } from '#web/field-of.ts'
import type { FieldErrors } from '#web/form-answer.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { paths } from '#web/paths.ts'
import type { RuleField, RuleValues } from './rule-form.server.ts'

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

/** The rules in the order in which they apply. */
function RuleList({ rules }: Pick<RulesModel, 'rules'>) {
  const { t } = useTexts()
  return (
    <ol className={styles.rules}>
      {rules.map(({ id, name, isOn, when, chooses, href }, index) => (
        <li key={id} className={styles.rule}>
          <div className={styles.words}>
            <h2 className={styles.name} dir="auto">
              {name}
            </h2>
            {isOn ? null : <Status tone="neutral" text={t('shipRules.off')} />}
            <p dir="auto">
              {when} → {chooses}
            </p>
          </div>
          <DocumentForm className={styles.buttons}>
            <input type="hidden" name="id" value={id} />
            <IconButton
              type="submit"
              name="step"
              value="up"
              icon={ArrowUp}
              label={t('overview.arrange.up.of', { name })}
              disabled={index === 0}
            />
            <IconButton
              type="submit"
              name="step"
              value="down"
              icon={ArrowDown}
              label={t('overview.arrange.down.of', { name })}
              disabled={index === rules.length - 1}
            />
            <ButtonLink href={href} size="small" aria-label={t('shipRules.edit', { name })}>
              {t('shipRules.edit.short')}
            </ButtonLink>
            <Button
              type="submit"
              name="step"
              value="delete"
              kind="quiet"
              size="small"
              aria-label={t('shipRules.delete', { name })}
            >
              {t('shipRules.delete.short')}
            </Button>
          </DocumentForm>
        </li>
      ))}
    </ol>
  )
}

interface RuleAnswer {
  errors: FieldErrors<RuleField>
  values: RuleValues
  begun: string
}

interface RuleFormProps {
  model: Pick<RulesModel, 'edited' | 'currency' | 'weightHint' | 'packages'>
  answer: RuleAnswer | undefined
}

/** Adds a rule, or edits the one that the address names. */
function RuleForm({ model: { edited, currency, weightHint, packages }, answer }: RuleFormProps) {
  const { t } = useTexts()
  const values = answer?.values ?? edited?.values
  const field = (name: RuleField) => ({
    ...fieldOf(name, answer?.errors, values?.[name] ?? ''),
    autoComplete: 'off',
  })
  return (
    <DocumentForm className={styles.form}>
      <FormErrors errors={answer?.errors} />
      {edited ? (
        <>
          <input type="hidden" name="id" value={edited.id} />
          <input type="hidden" name="begun" value={answer?.begun ?? edited.begun} />
        </>
      ) : null}
      <TextField label={t('word.name')} {...field('name')} maxLength={60} width="medium" />
      <Checkbox
        label={t('shipRules.on')}
        id="isOn"
        name="isOn"
        defaultChecked={values === undefined || values.isOn === 'on'}
      />
      <fieldset className={styles.fields}>
        <legend>{t('shipRules.if')}</legend>
        <TextField label={t('word.country')} hint={t('shipRules.countries.hint')} {...field('countries')} />
        <TextField label={t('shipRules.tags')} hint={t('shipRules.tags.hint')} {...field('tags')} />
        <TextField label={t('shipRules.grams.from')} hint={weightHint} {...field('gramsFrom')} />
        <TextField label={t('shipRules.grams.to')} hint={weightHint} {...field('gramsTo')} />
        <TextField label={t('shipRules.minor.from', { currency })} inputMode="decimal" {...field('minorFrom')} />
        <TextField label={t('shipRules.minor.to', { currency })} inputMode="decimal" {...field('minorTo')} />
        <TextAreaField label={t('shipRules.skus')} hint={t('shipRules.skus.hint')} {...field('skus')} />
      </fieldset>
      <fieldset className={styles.fields}>
        <legend>{t('shipRules.then')}</legend>
        <SelectField
          label={t('word.service')}
          {...field('wish')}
          options={[
            { value: '', label: t('shipRules.open') },
            { value: 'cheapest', label: t('labels.wish.cheapest') },
            { value: 'fastest', label: t('labels.wish.fastest') },
          ]}
        />
        <TextField label={t('shipRules.service')} hint={t('shipRules.service.hint')} {...field('service')} />
        <TextField label={t('labels.size')} hint={t('labels.size.hint')} {...field('size')} list={packageSizesId} />
        <PackageSizes packages={packages} />
        <TextField label={t('shipRules.insure', { currency })} inputMode="decimal" {...field('insure')} />
        <SelectField
          label={t('labels.signature')}
          {...field('signature')}
          options={[
            { value: '', label: t('shipRules.open') },
            { value: 'yes', label: t('shipRules.signature.yes') },
            { value: 'no', label: t('shipRules.signature.no') },
          ]}
        />
        <TextField label={t('shipRules.tag')} {...field('tag')} />
      </fieldset>
      <div className={styles.buttons}>
        <Button type="submit" name="step" value="save" kind="primary">
          {t('common.save')}
        </Button>
        {edited ? <ButtonLink href={paths.shippingRules()}>{t('word.cancel')}</ButtonLink> : null}
      </div>
    </DocumentForm>
  )
}
