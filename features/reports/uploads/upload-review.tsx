import Download from 'lucide-react/icons/download'
import { CorrectionForm, ProblemCells } from '#features/machinery/file-runs/cell-corrections.tsx'
import { useFollow } from '#features/machinery/file-runs/use-follow.ts'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { Tabs } from '#shui/tabs/tabs.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { SrtField } from '#web/srt-field.tsx'
import { useSending } from '#web/use-sending.ts'
import { UploadColumns } from './upload-columns-section.tsx'
import type { UploadModel } from './upload-model.server.ts'
import styles from './uploads.module.css'

/** An uploaded file: its columns and what each row changes, then its progress and result. */
export function UploadReview({ model }: { model: UploadModel }) {
  const { t } = useTexts()
  const { progress, resultHref } = model
  useFollow(progress?.isOpen ?? false)
  return (
    <>
      <PageHead
        title={model.fileName}
        name={t('uploads.title')}
        note={model.note}
        before={
          <BackToList href={paths.uploads} shortcut="Escape">
            {t('uploads.title')}
          </BackToList>
        }
        actions={
          resultHref ? (
            <ButtonLink href={resultHref} icon={Download} target="_self">
              {t('uploads.result')}
            </ButtonLink>
          ) : null
        }
      />
      {progress ? (
        <p className={styles.progress}>
          <progress value={progress.done} max={Math.max(1, progress.all)} aria-label={t('uploads.progress.label')} />
          <span role="status">{progress.text}</span>
        </p>
      ) : (
        <UploadColumns model={model} />
      )}
      <Steps model={model} />
      {model.need || !model.isChecked ? null : <Rows model={model} />}
    </>
  )
}

function Rows({ model: { id, tabs, lines, pages, tab } }: { model: UploadModel }) {
  const { t } = useTexts()
  const showsProblems = tab === 'problems' || tab === 'skipped' || lines.some(({ problems }) => problems !== '')
  return (
    <div className={styles.rows}>
      <Tabs label={t('uploads.rows')} tabs={tabs} />
      {lines.length === 0 ? (
        <p className={styles.quiet}>{t('uploads.none')}</p>
      ) : (
        <CorrectionForm file={id} isNeeded={lines.some(({ cells }) => cells.length > 0)}>
          <CardTable
            label={t('uploads.rows')}
            head={t('uploads.listing')}
            columns={[
              { key: 'row', label: t('uploads.row'), isNumber: true },
              { key: 'change', label: t('uploads.changes') },
              ...(showsProblems ? [{ key: 'problems', label: t('uploads.problems') }] : []),
            ]}
            rows={lines.map(({ key, row, listing, change, problems, cells }) => ({
              key,
              name: (
                <>
                  {listing.href ? <PageLink to={listing.href}>{listing.text}</PageLink> : listing.text}
                  <span className={styles.note}>{listing.note}</span>
                </>
              ),
              cells: [
                row,
                change,
                ...(showsProblems ? [<ProblemCells key="problems" text={problems} cells={cells} />] : []),
              ],
            }))}
          />
        </CorrectionForm>
      )}
      {pages ? (
        <nav className={styles.pages} aria-label={t('uploads.pages')}>
          <span>{pages.text}</span>
          {pages.previous ? <PageLink to={pages.previous}>{t('grid.previousPage')}</PageLink> : null}
          {pages.next ? <PageLink to={pages.next}>{t('grid.nextPage')}</PageLink> : null}
        </nav>
      ) : null}
    </div>
  )
}

/** Buttons that apply, cancel or undo the file. */
function Steps({ model: { id, check, state, need, isChecked, changes, canCancel, undo } }: { model: UploadModel }) {
  const { t } = useTexts()
  const isSending = useSending()
  const canApply = state === 'CREATED' && need === null && isChecked && changes > 0
  if (!canApply && !canCancel && !undo) return null
  return (
    <PageForm method="post" className={styles.steps}>
      <SrtField />
      <input type="hidden" name="file" value={id} />
      <input type="hidden" name="check" value={check} />
      {canApply ? (
        <Button type="submit" name="step" value="apply" kind="primary" disabled={isSending}>
          {t('uploads.apply', { n: changes })}
        </Button>
      ) : null}
      {canCancel ? (
        <Button type="submit" name="step" value="cancel" disabled={isSending}>
          {t(state === 'CREATED' ? 'uploads.discard' : 'uploads.cancel')}
        </Button>
      ) : null}
      {undo ? (
        <>
          <Button type="submit" name="step" value="undo" disabled={isSending}>
            {t('uploads.undo', { n: undo.n })}
          </Button>
          <span className={styles.quiet}>{undo.until}</span>
        </>
      ) : null}
    </PageForm>
  )
}
