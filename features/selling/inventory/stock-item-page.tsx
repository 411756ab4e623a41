import { SubmitRow } from '#web/submit-row.tsx'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { correctionReasons } from '#features/core/listing/stock-cause.ts'
import { ButtonLink } from '#shui/button/button.tsx'
import { SelectField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { Facts } from '#web/facts.tsx'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { DividedStock } from './divided-stock.tsx'
import styles from './inventory.module.css'
import { changeStockItem, readStockItemPage } from './stock-item-page.server.ts'

await loadTexts('inventory', 'purchasing')

export const loader = sellerLoader('hub.view', readStockItemPage)

export const action = sellerAction('listings.edit', changeStockItem)

export default function StockItemPage() {
  const page = useLoaderData<typeof loader>()
  const { t } = useTexts()
  const { status, back, done, part } = page
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title={t('inventory.item', { sku: page.sku })}
        note={`${page.title} · ${page.zone}`}
        status={<Status tone={status.tone} text={status.text} />}
        actions={
          <>
            {page.codesHref ? <ButtonLink href={page.codesHref}>{t('inventory.code.add')}</ButtonLink> : null}
            <ButtonLink href={page.labelsHref}>{t('inventory.step.labels')}</ButtonLink>
          </>
        }
        before={<BackToList href={back.href}>{back.label}</BackToList>}
        done={done && !answer ? t(`inventory.done.${done}`) : null}
      />
      <Facts facts={page.facts} />
      {page.countedElsewhere ? <p className={styles.text}>{page.countedElsewhere}</p> : null}
      {page.advice ? (
        <Section title={t('reorder.advice')}>
          <ul className={styles.steps}>
            {page.advice.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ul>
        </Section>
      ) : null}
      {part ? <DividedStock part={part} mayCorrect={page.mayCorrect} mayMove={page.mayMove} answer={answer} /> : null}
      {page.mayCorrect ? <Correction /> : null}
      <Movements />
    </>
  )
}

function Correction() {
  const { onHand, part } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const isOwn = answer?.values.onHand !== undefined
  const { errors, values } = answer && isOwn ? answer : { errors: {}, values: {} }
  return (
    <Section title={part ? t('inventory.correct.at', { name: part.counted.name }) : t('inventory.correct')}>
      {/* Remounted with what is on hand then. */}
      <PageForm key={`${part?.counted.id} ${onHand}`} className={styles.form} noValidate autoComplete="off">
        <input type="hidden" name="seen" value={onHand} />
        {part ? <input type="hidden" name="location" value={part.counted.id} /> : null}
        <FormErrors errors={errors} />
        <TextField
          label={t('inventory.column.onHand')}
          {...fieldOf('onHand', errors, values.onHand ?? String(onHand))}
          width="short"
          figures="numeric"
        />
        <SelectField
          label={t('word.reason')}
          {...fieldOf('reason', errors, values.reason)}
          width="medium"
          options={correctionReasons.map((value) => ({ value, label: t(`inventory.reason.${value}`) }))}
        />
        <SubmitRow kind="primary">{t('inventory.correct.submit')}</SubmitRow>
      </PageForm>
    </Section>
  )
}

function Movements() {
  const { movements, older, newest, isVariation } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <Section title={t('inventory.movements')}>
      {isVariation ? <p className={styles.text}>{t('inventory.movements.ofListing')}</p> : null}
      <CardTable
        head={t('inventory.movements.when')}
        columns={[
          { key: 'what', label: t('inventory.movements.what') },
          { key: 'cause', label: t('inventory.movements.cause') },
          { key: 'onHand', label: t('inventory.column.onHand'), isNumber: true },
          { key: 'reserved', label: t('inventory.column.reserved'), isNumber: true },
          { key: 'stands', label: t('inventory.movements.stands'), isNumber: true },
        ]}
        rows={movements.map(({ when, what, cause, onHand, reserved, stands }, index) => ({
          key: String(index),
          name: when,
          cells: [
            what,
            cause && (
              <PageLink key="cause" to={cause.href}>
                {cause.text}
              </PageLink>
            ),
            onHand,
            reserved,
            stands,
          ],
        }))}
        label={t('inventory.movements')}
      />
      <p className={styles.pages}>
        {newest === null ? null : <PageLink to={newest}>{t('inventory.movements.newest')}</PageLink>}
        {older === null ? null : <PageLink to={older}>{t('inventory.movements.older')}</PageLink>}
      </p>
    </Section>
  )
}
