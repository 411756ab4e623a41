import Download from 'lucide-react/icons/download'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { SelectField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { Tabs } from '#shui/tabs/tabs.tsx'
import { CorrectionForm, ProblemCells } from '#features/machinery/file-runs/cell-corrections.tsx'
import { ColumnList, ColumnsSection } from '#features/machinery/file-runs/columns-section.tsx'
import { Pages } from '#features/machinery/file-runs/pages.tsx'
import { useFollow } from '#features/machinery/file-runs/use-follow.ts'
import { useTexts } from '#texts/context.tsx'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import paymentStyles from '../transactions/payments.module.css'
import type { ReconciliationModel } from './reconcile-view.server.ts'
import styles from './reconcile.module.css'

export function ReconciliationView({ model }: { model: ReconciliationModel }) {
  const { t } = useTexts()
  useFollow(model.isOpen)
  return (
    <>
      <PageHead
        title={model.title}
        name={t('reconcile.title')}
        before={<BackToList href={paths.reconcile}>{t('reconcile.title')}</BackToList>}
        actions={
          model.need ? null : (
            <ButtonLink href={model.fileHref} icon={Download} target="_self">
              {t('reconcile.download')}
            </ButtonLink>
          )
        }
      />
      <p className={paymentStyles.note}>{model.note}</p>
      <Columns model={model} />
      {model.need ? null : <Result model={model} />}
      <PageForm className={styles.delete}>
        <input type="hidden" name="report" value={model.id} />
        <details>
          <summary>{t('reconcile.delete')}</summary>
          <p>{t('reconcile.delete.hint')}</p>
          <Button type="submit" name="step" value="delete" kind="danger">
            {t('reconcile.delete.do')}
          </Button>
        </details>
      </PageForm>
    </>
  )
}

function Columns({ model }: { model: ReconciliationModel }) {
  const { t } = useTexts()
  const { id, need, columns, kinds, types, typeKinds, dayOrder } = model
  return (
    <ColumnsSection
      file={{ field: 'report', id }}
      title={t('reconcile.columns')}
      hint={t('reconcile.columns.hint')}
      need={need}
      columns={columns}
      kinds={kinds}
      labelOf={(column) => t('reconcile.columns.of', { column })}
      steps={[{ value: 'compare', text: t('reconcile.again') }]}
    >
      {types.length > 0 ? (
        <>
          <p>
            <b>{t('reconcile.types')}</b> {t('reconcile.types.hint')}
          </p>
          <ColumnList columns={types} kinds={typeKinds} labelOf={(type) => t('reconcile.types.of', { type })} />
        </>
      ) : null}
      {dayOrder ? (
        <SelectField
          label={t('reconcile.dayOrder')}
          name="dayOrder"
          defaultValue={dayOrder.value}
          options={dayOrder.options}
          width="medium"
        />
      ) : null}
    </ColumnsSection>
  )
}

function Result({ model }: { model: ReconciliationModel }) {
  const { t } = useTexts()
  return (
    <>
      {model.sums.rows.length === 0 ? null : (
        <Section title={t('reconcile.sums')}>
          <CardTable
            head={t('orders.export.currency')}
            columns={[
              { key: 'rows', label: t('reconcile.rows'), isNumber: true },
              { key: 'report', label: t('reconcile.file'), isNumber: true },
              { key: 'book', label: t('reconcile.here'), isNumber: true },
              { key: 'difference', label: t('reconcile.difference'), isNumber: true },
            ]}
            rows={model.sums.rows}
            label={t('reconcile.sums')}
          />
          <p className={paymentStyles.proof} data-right={model.sums.isSame}>
            {model.sums.isSame ? model.sums.same : <b>{model.sums.same}</b>}
          </p>
          <p className={paymentStyles.note}>{model.sums.coverage}</p>
        </Section>
      )}
      <div className={styles.lines}>
        <Tabs label={t('reconcile.result')} tabs={model.tabs} />
        <p className={paymentStyles.note}>{model.hint}</p>
        <Lines model={model} />
      </div>
    </>
  )
}

function Lines({ model: { id, lines, pages } }: { model: ReconciliationModel }) {
  const { t } = useTexts()
  if (lines.length === 0) return <p className={paymentStyles.note}>{t('reconcile.none')}</p>
  return (
    <CorrectionForm
      file={{ field: 'report', id }}
      again={t('reconcile.again')}
      isNeeded={lines.some(({ cells }) => cells.length > 0)}
    >
      <CardTable
        head={t('word.order')}
        columns={[
          { key: 'kind', label: t('payments.column.kind') },
          { key: 'day', label: t('payments.column.time') },
          { key: 'row', label: t('reconcile.line'), isNumber: true },
          { key: 'report', label: t('reconcile.file'), isNumber: true },
          { key: 'book', label: t('reconcile.here'), isNumber: true },
          { key: 'difference', label: t('reconcile.difference'), isNumber: true },
          { key: 'why', label: t('reconcile.reasons'), isWords: true },
        ]}
        rows={lines.map(({ key, order, kind, day, row, report, book, difference, why, cells }) => ({
          key,
          name: <LinkOr {...order} />,
          cells: [
            kind,
            day,
            row,
            report,
            <LinkOr key="book" {...book} />,
            difference,
            <ProblemCells key="why" text={why} cells={cells} />,
          ],
        }))}
        className={paymentStyles.rows}
      />
      <Pages label={t('reconcile.pages')} pages={pages} />
    </CorrectionForm>
  )
}

const LinkOr = ({ text, href }: { text: string; href: string | null }) =>
  href === null ? text : <PageLink to={href}>{text}</PageLink>
