import Upload from 'lucide-react/icons/upload'
import { redirect, useLoaderData } from '#web/router/router.ts'
import { columnField, readColumns } from '#features/machinery/file-runs/chosen-columns.ts'
import { noteLook } from '#features/machinery/file-runs/note-look.server.ts'
import { removeRun } from '#features/machinery/file-runs/reopen-runs-db.server.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { dayOrders } from '#lib/written-day.ts'
import { ButtonLink } from '#shui/button/button.tsx'
import { Empty } from '#shui/empty/empty.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerKeepingLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { shopTexts } from '../statements/read-statements.server.ts'
import { correctReport } from './correct-report.server.ts'
import { readReconciliation } from './read-reconciliation.server.ts'
import { compareAgain } from './receive-report.server.ts'
import { keptModel, reconciliationModel, typeField } from './reconcile-view.server.ts'
import { parseReconciliationId, type ReportForm as ReportPlan } from './reconciliation.ts'
import styles from './reconcile.module.css'
import { ReconciliationView } from './reconciliation-view.tsx'
import { findReconciliation, listReconciliations } from './reconciliations-db.server.ts'
import { columnKinds } from './known-reports.ts'
import { reportKinds } from './report-kinds.ts'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { PageLink } from '#web/page-link.tsx'
import paymentStyles from '../transactions/payments.module.css'

await loadTexts('payments', 'reconcile')

/** A compared report, or those that are kept. */
export const loader = sellerKeepingLoader('money.view', async (visit) => {
  const { hub, read, seller, url } = visit
  const texts = shopTexts(visit)
  const now = hub.now()
  if (url.searchParams.has('report')) {
    const shown = await readReconciliation(visit)
    await noteLook(visit, [shown.reconciliation])
    return { model: reconciliationModel({ ...shown, now }, texts), kept: null }
  }
  const kept = await read((db) => listReconciliations(db, { sellerId: seller.id, now: hub.now() }))
  return { model: null, kept: keptModel(kept, now, texts) }
})

const steps = ['compare', 'correct', 'delete'] as const

/** Compares a report again with the chosen columns, or deletes it. Changes nothing in the books. */
export const action = sellerAction('money.view', async (visit) => {
  const { form, seller, write } = visit
  const step = oneOf(form, 'step', steps)
  if (!step) throw refuse('malformed')
  const id = parseReconciliationId(textOf(form, 'report'))
  if (id === null) throw refuse('not-found')
  const of = { sellerId: seller.id, id }
  const report = await visit.read((db) => findReconciliation(db, { ...of, now: visit.hub.now() }))
  if (!report) throw refuse('not-found')
  if (step === 'delete') await write((db) => removeRun(db, of))
  else if (step === 'correct') await correctReport(visit, report)
  else {
    const dayOrder = form.has('dayOrder') ? oneOf(form, 'dayOrder', dayOrders) : report.plan.dayOrder
    const { header, columns: before } = report.plan
    const isChosen = form.has(columnField(0))
    const columns = isChosen ? readColumns(form, columnKinds, { columns: header.length, before }) : before
    await compareAgain(visit, report, { columns, dayOrder, kinds: kindsOf(form, report.plan) })
  }
  return redirect(step === 'delete' ? paths.reconcile : paths.reconciliation(id), { status: 303 })
})

function kindsOf(form: FormData, { kinds: before = {}, words = [] }: ReportPlan): NonNullable<ReportPlan['kinds']> {
  const chosen = { ...before }
  for (const [word] of words) {
    if (!form.has(typeField(word))) continue
    const kind = oneOf(form, typeField(word), reportKinds)
    if (kind) chosen[word] = kind
    else delete chosen[word]
  }
  return chosen
}

export default function ReconcilePage() {
  const { model, kept } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  if (model) return <ReconciliationView key={model.id} model={model} />
  return (
    <>
      <PageHead
        title={t('reconcile.title')}
        actions={
          <ButtonLink href={paths.uploadOf('report')} icon={Upload} kind="primary">
            {t('common.uploadFile')}
          </ButtonLink>
        }
      />
      <p className={styles.intro}>{t('reconcile.intro')}</p>
      {kept && kept.length > 0 ? <KeptReports kept={kept} /> : <Empty title={t('reconcile.noReports')} icon={Upload} />}
    </>
  )
}

interface KeptReportsProps {
  kept: readonly { key: string; name: string; href: string; at: string; member: string }[]
}

function KeptReports({ kept }: KeptReportsProps) {
  const { t } = useTexts()
  return (
    <Section title={t('reconcile.kept')} count={t('reconcile.kept.hint')}>
      <CardTable
        head={t('reconcile.file')}
        columns={[
          { key: 'at', label: t('payments.column.time') },
          { key: 'member', label: t('word.buyer') },
        ]}
        rows={kept.map(({ key, name, href, at, member }) => ({
          key,
          name: <PageLink to={href}>{name}</PageLink>,
          cells: [at, member],
        }))}
        className={paymentStyles.rows}
      />
    </Section>
  )
}
