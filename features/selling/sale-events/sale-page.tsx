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
import { readSalePage, type SaleModel, type SaleLineModel } from './sale-page.server.ts'
import styles from './sale-page.module.css'
import { PageLink } from '#web/page-link.tsx'

/** The listings of a sale with their prices; of a draft, those that are ticked can be taken out. */
function SaleLines({ sale }: { sale: SaleModel }) {
  const { t } = useTexts()
  const { lines, isDraft, givesPrices, seesMoney, unable, version } = sale
  const hasFloors = lines.some(({ floor }) => floor !== '')
  const hasNotes = lines.some(({ problem, notes }) => problem !== null || notes.length > 0)
  const table = (
    <CardTable
      head={t('orders.column.item')}
      label={t('saleEvents.listings', { n: sale.count })}
      columns={[
        { key: 'price', label: t('saleEvents.column.price'), isNumber: true },
        { key: 'sale', label: t(givesPrices ? 'saleEvents.column.sale' : 'saleEvents.column.lowest'), isNumber: true },
        ...(givesPrices ? [{ key: 'was', label: t('saleEvents.column.was'), isNumber: true }] : []),
        ...(seesMoney ? [{ key: 'profit', label: t('saleEvents.column.profit'), isNumber: true }] : []),
        ...(hasFloors ? [{ key: 'floor', label: t('saleEvents.column.floor'), isNumber: true }] : []),
        ...(hasNotes ? [{ key: 'notes', label: t('saleEvents.column.notes'), isWords: true }] : []),
      ]}
      rows={lines.map((line, index) => ({
        key: line.key,
        name: <Name line={line} isTickable={isDraft && lines[index - 1]?.item !== line.item} />,
        cells: [
          line.price,
          line.sale,
          ...(givesPrices ? [line.was] : []),
          ...(seesMoney ? [line.isLoss ? <span className={styles.loss}>{line.profit}</span> : line.profit] : []),
          ...(hasFloors ? [line.floor] : []),
          ...(hasNotes ? [<Notes key="notes" line={line} />] : []),
        ],
      }))}
    />
  )
  if (!isDraft) return table
  return (
    <PageForm className={styles.body}>
      <input type="hidden" name="version" value={version} />
      {table}
      <div className={styles.actions}>
        <Button type="submit" name="step" value="remove">
          {t('saleEvents.remove')}
        </Button>
        {unable > 0 ? (
          <Button type="submit" name="step" value="removeUnable">
            {t('saleEvents.removeUnable', { n: unable })}
          </Button>
        ) : null}
      </div>
    </PageForm>
  )
}

function Name({ line, isTickable }: { line: SaleLineModel; isTickable: boolean }) {
  const { t } = useTexts()
  const { item, title, variation, href } = line
  return (
    <span className={styles.name}>
      {isTickable ? (
        <input type="checkbox" name="item" value={item} aria-label={t('saleEvents.choose', { title })} />
      ) : null}
      <span>
        <PageLink to={href} dir="auto">
          {title}
        </PageLink>
        {variation === '' ? null : (
          <span className={styles.variation} dir="auto">
            {variation}
          </span>
        )}
      </span>
    </span>
  )
}

const Notes = ({ line: { problem, notes } }: { line: SaleLineModel }) => (
  <>
    {problem === null ? null : <p className={styles.problem}>{problem}</p>}
    {notes.map((note) => (
      <p key={note} className={styles.lineNote}>
        {note}
      </p>
    ))}
  </>
)

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
