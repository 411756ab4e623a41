import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { Pages } from '#features/machinery/file-runs/pages.tsx'
import { Button } from '#shui/button/button.tsx'
import { TextAreaField } from '#shui/form/controls.tsx'
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
import { revalidateAsAnswered } from '#web/revalidate.ts'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { SubmitRow } from '#web/submit-row.tsx'
import { changeSale } from './change-sale.server.ts'
import { SaleForm } from './sale-form.tsx'
import { SaleLines } from './sale-lines.tsx'
import { readSalePage, type SaleModel } from './sale-page.server.ts'
import styles from './sale-page.module.css'

await loadTexts('sale-events')

export const loader = sellerLoader('listings.edit', readSalePage)

/** Bytes: enough for the item numbers of all listings of a sale. */
const limits = { fields: 200_000, files: 0 }

export const action = sellerAction('listings.edit', changeSale, limits)

export const shouldRevalidate = revalidateAsAnswered

/** A sale with its listings and what it brought; a draft with its form. */
export default function SalePage() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { sale, back, done, refused } = page
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={sale ? sale.name : t('saleEvents.new')}
        {...(sale ? { status: <Status {...sale.status} /> } : {})}
        before={<BackToList href={back.href}>{back.label}</BackToList>}
        done={answer || !done ? null : t(`saleEvents.done.${done}`)}
      />
      {answer || !refused ? null : <FormErrors errors={{ form: t(`saleEvents.refused.${refused}`) }} />}
      {sale ? <Whole sale={sale} /> : <SaleForm page={page} answer={answer} />}
    </>
  )
}

function Whole({ sale }: { sale: SaleModel }) {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const { isDraft, facts, results, unable, warnings, count, pages } = sale
  const isOfForm = answer !== undefined && 'name' in answer.values
  return (
    <>
      {isDraft ? null : <Facts facts={facts} />}
      <div className={styles.body}>
        {answer?.errors.form === undefined || isOfForm ? null : <FormErrors errors={{ form: answer.errors.form }} />}
        {/* What is typed in it outlasts a change of the listings. */}
        {isDraft ? (
          <SaleForm key={JSON.stringify(page.values)} page={page} answer={isOfForm ? answer : undefined} />
        ) : (
          <Steps sale={sale} />
        )}
        {results ? <Results results={results} seesMoney={sale.seesMoney} /> : null}
        <Section title={t('saleEvents.listings', { n: count })}>
          {isDraft && unable > 0 ? <p className={styles.problem}>{t('saleEvents.unable', { n: unable })}</p> : null}
          {isDraft
            ? warnings.map((text) => (
                <p key={text} className={styles.note}>
                  {text}
                </p>
              ))
            : null}
          {count > 0 ? (
            <SaleLines key={sale.version} sale={sale} />
          ) : (
            <p className={styles.note}>{t('saleEvents.listings.none')}</p>
          )}
          <Pages label={t('saleEvents.pages')} pages={pages} keepsScroll />
        </Section>
        {isDraft ? <Add key={sale.version} sale={sale} /> : null}
      </div>
    </>
  )
}

function Steps({ sale: { choices, version } }: { sale: SaleModel }) {
  const { t } = useTexts()
  if (choices.length === 0) return null
  return (
    <PageForm className={styles.actions}>
      <input type="hidden" name="version" value={version} />
      {choices.map((step) => (
        <Button key={step} type="submit" name="step" value={step} kind={step === 'resume' ? 'primary' : 'secondary'}>
          {t(`saleEvents.step.${step}`)}
        </Button>
      ))}
    </PageForm>
  )
}

function Results({ results, seesMoney }: { results: NonNullable<SaleModel['results']>; seesMoney: boolean }) {
  const { t } = useTexts()
  return (
    <Section title={results.title}>
      <CardTable
        head={t('saleEvents.results.period')}
        label={results.title}
        columns={[
          { key: 'span', label: t('saleEvents.results.span') },
          { key: 'units', label: t('saleEvents.results.units'), isNumber: true },
          { key: 'sales', label: t('saleEvents.results.sales'), isNumber: true },
          ...(seesMoney ? [{ key: 'profit', label: t('saleEvents.results.profit'), isNumber: true }] : []),
        ]}
        rows={results.rows.map(({ label, span, units, sales, profit }) => ({
          key: label,
          name: label,
          cells: [span, units, sales, ...(seesMoney ? [profit] : [])],
        }))}
      />
      {results.note === null ? null : <p className={styles.note}>{results.note}</p>}
    </Section>
  )
}

function Add({ sale: { version } }: { sale: SaleModel }) {
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const { codes: typed } = { ...answer?.values }
  const { codes: problem } = { ...answer?.errors }
  const errors = problem === undefined ? {} : { codes: problem }
  return (
    <Section title={t('saleEvents.add')}>
      <PageForm className={styles.form} noValidate autoComplete="off">
        <input type="hidden" name="version" value={version} />
        <FormErrors errors={errors} />
        <TextAreaField
          label={t('saleEvents.codes')}
          hint={t('saleEvents.codes.hint')}
          {...fieldOf<string>('codes', errors, typed ?? '')}
          rows={3}
          spellCheck={false}
          autoCapitalize="none"
        />
        <SubmitRow name="step" value="add">
          {t('saleEvents.add.submit')}
        </SubmitRow>
      </PageForm>
    </Section>
  )
}
