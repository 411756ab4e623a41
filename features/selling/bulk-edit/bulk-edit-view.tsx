import { useEffect, useRef, type MouseEvent, useId } from 'react'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { PageTitle } from '#shui/header/page-title.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import { Pages } from '#features/machinery/file-runs/pages.tsx'
import { useFollow } from '#features/machinery/file-runs/use-follow.ts'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import styles from './bulk-edit.module.css'
import type { EditModel, OperationModel } from './edit-model.server.ts'
import { OperationsForm, operationsForm } from './operations.tsx'
import { Sheet } from './sheet.tsx'
import { useEditHistory, type EditHistory } from './use-edit-history.ts'
import Columns3 from 'lucide-react/icons/columns-3'
import { Checkbox } from '#shui/form/controls.tsx'
import { untilDone } from '#features/machinery/live/until-done.ts'
import { useRevalidator } from '#web/router/router.ts'
import { useBackgroundSubmit } from '#web/use-background-submit.ts'

const applyButton = 'bulk-apply'

const isRunning = ({ state }: EditModel) => state === 'RUNNING' || state === 'UNDOING'

export function BulkEditView({ model, refused }: { model: EditModel; refused: readonly OperationModel[] | null }) {
  const { t } = useTexts()
  const isReview = model.state === 'REVIEW'
  useFollow(isRunning(model))
  useChecks(model)
  const history = useEditHistory(model, refused)
  const waitForCells = useApply(history)
  return (
    <div className={styles.page}>
      <PageTitle
        before={
          isReview ? (
            <BackToList href={model.listHref}>{t('word.activeListings')}</BackToList>
          ) : (
            <PageLink to={paths.listingChanges()}>
              <span aria-hidden="true">←</span> {t('changes.title')}
            </PageLink>
          )
        }
        title={model.title}
        note={model.note}
        status={model.status ? <Status {...model.status} /> : null}
        actions={
          isReview ? (
            <>
              <ColumnChooser model={model} />
              <Button type="submit" form={operationsForm} name="step" value="discard" formNoValidate>
                {t('bulkEdit.discard')}
              </Button>
              <Button
                id={applyButton}
                type="submit"
                form={operationsForm}
                name="step"
                value="apply"
                kind="primary"
                aria-keyshortcuts="Control+Enter"
                onClick={waitForCells}
                disabled={model.change === 0 || model.checking !== null}
                disabledReason={model.checking ? t('bulkEdit.apply.checking') : t('bulkEdit.apply.none')}
              >
                {t('bulkEdit.apply', { n: model.change })}
              </Button>
            </>
          ) : (
            <RunActions model={model} />
          )
        }
      />
      {isReview ? (
        <OperationsForm
          key={history.restored}
          model={model}
          refused={history.refused}
          onFieldFocus={history.endTyping}
        />
      ) : (
        <EditProgress model={model} />
      )}
      {model.nothing ? <p className={styles.nothing}>{model.nothing}</p> : <Sheet model={model} history={history} />}
      <Foot model={model} />
    </div>
  )
}

function RunActions({ model: { id, state, change, undo, resultHref, listHref } }: { model: EditModel }) {
  const { t } = useTexts()
  const step = state === 'RUNNING' ? 'stop' : state === 'STOPPED' && change > 0 ? 'resume' : null
  return (
    <>
      {state === 'DONE' || state === 'UNDONE' ? (
        <ButtonLink href={listHref} kind="primary">
          {t('word.activeListings')}
        </ButtonLink>
      ) : null}
      {resultHref ? (
        <ButtonLink href={resultHref} target="_self">
          {t('bulkEdit.result')}
        </ButtonLink>
      ) : null}
      <PageForm className={styles.steps}>
        <input type="hidden" name="edit" value={id} />
        {undo ? (
          <Button type="submit" name="step" value="undo" title={`${undo.until}. ${t('bulkEdit.undoHint')}`}>
            {t('bulkEdit.undo', { n: undo.n })}
          </Button>
        ) : null}
        {step ? (
          <Button type="submit" name="step" value={step}>
            {t(step === 'stop' ? 'word.stop' : 'bulkEdit.continue')}
          </Button>
        ) : null}
      </PageForm>
    </>
  )
}

function Foot({ model: { foot, tabs, pages, isStale, checking } }: { model: EditModel }) {
  const { t } = useTexts()
  return (
    <div className={styles.foot}>
      {checking ? (
        <span>
          <span role="status">{checking}</span>
          <noscript>
            <button type="submit" form={operationsForm} name="step" value="continue">
              {t('bulkEdit.continue')}
            </button>
          </noscript>
        </span>
      ) : null}
      <b>{foot.changes}</b>
      {foot.problems ? <Status tone="bad" text={foot.problems} /> : null}
      <span className={styles.quiet}>{foot.same}</span>
      {foot.sums ? <span className={styles.quiet}>{foot.sums}</span> : null}
      {isStale ? (
        <Button type="submit" size="small" form={operationsForm} name="step" value="recheck">
          {t('bulkEdit.recheck')}
        </Button>
      ) : null}
      <Pages label={t('bulkEdit.pages')} pages={pages} />
      <nav className={styles.pills} aria-label={t('bulkEdit.tabs')}>
        {tabs.map(({ label, n, href, active }) => (
          <PageLink
            key={href}
            to={href}
            preventScrollReset
            aria-current={active ? 'page' : undefined}
            className={styles.pill}
          >
            {label} <span className={styles.number}>{n}</span>
          </PageLink>
        ))}
      </nav>
    </div>
  )
}

/**
 * Ctrl+Enter applies, wherever the focus is. Cells that are on their way are saved before: returns a handler of clicks
 * on the button, which lets them wait.
 */
function useApply({ isSaving, hasFailed }: EditHistory) {
  const isWanted = useRef(false)
  useEffect(() => {
    const button = () => document.getElementById(applyButton)
    if (!isSaving && isWanted.current && !hasFailed.current) button()?.click()
    if (!isSaving) isWanted.current = false
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !button()) return
      event.preventDefault()
      if (isSaving) isWanted.current = true
      else button()?.click()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [isSaving, hasFailed])
  return (event: MouseEvent) => {
    if (!isSaving) return
    event.preventDefault()
    isWanted.current = true
  }
}

/** Chooses the columns of the sheet. Not the grid's panel: shared, it would be one more file of each list. */
function ColumnChooser({ model: { id: edit, offered, tab } }: { model: EditModel }) {
  const id = useId()
  const { t } = useTexts()
  return (
    <span className={styles.anchor}>
      <Button kind="quiet" icon={Columns3} popoverTarget={id}>
        {t('grid.columns')}
      </Button>
      <PageForm
        id={id}
        popover="auto"
        aria-label={t('grid.columns')}
        className={styles.chooser}
        onSubmit={(event) => event.currentTarget.hidePopover()}
      >
        <input type="hidden" name="edit" value={edit} />
        <input type="hidden" name="show" value={tab} />
        <div className={styles.choices}>
          {offered.map(({ field, label, isShown }) => (
            <Checkbox key={field} name="column" value={field} label={label} defaultChecked={isShown} />
          ))}
        </div>
        <Button type="submit" name="step" value="columns" kind="primary">
          {t('bulkEdit.columns.show')}
        </Button>
      </PageForm>
    </span>
  )
}

function EditProgress({ model }: { model: EditModel }) {
  const { t } = useTexts()
  const { progress, state, title } = model
  if (!progress) return null
  return (
    <div className={styles.progress}>
      <p className={styles.line}>
        <span>
          <b role="status">{progress.text}</b> <span className={styles.quiet}>{progress.timeLeft}</span>
        </span>
        {isRunning(model) ? <span className={styles.quiet}>{t('bulkEdit.leave')}</span> : null}
        {progress.stopped ? <span>{progress.stopped}</span> : null}
      </p>
      <progress value={progress.done} max={Math.max(1, progress.all)} aria-label={title} />
      <p className={styles.line}>
        <span className={styles.figures}>
          {progress.figures.map(({ label, n, tone }) => (
            <span key={label}>
              <Status tone={tone} text={label} /> <b>{n}</b>
            </span>
          ))}
        </span>
        <span className={styles.quiet}>
          {state === 'RUNNING' ? `${t('bulkEdit.stopHint')} ` : ''}
          {progress.started}
        </span>
      </p>
    </div>
  )
}

/** Requests part after part while rows are checked. */
function useChecks(model: EditModel) {
  const { revalidate } = useRevalidator()
  const send = useBackgroundSubmit()
  useEffect(() => {
    if (model.checking === null) return
    const gone = new AbortController()
    const goOn = untilDone(async () => {
      const answer = await send(paths.bulkEdit(), Object.entries({ edit: model.id, step: 'continue' }))
      // The action redirects to the page.
      const isTaken = answer?.type === 'opaqueredirect'
      // Revalidation brings a new model, which triggers the next part.
      if (isTaken && !gone.signal.aborted) await revalidate()
      return isTaken
    }, gone.signal)
    goOn()
    return () => gone.abort()
  }, [model, send, revalidate])
}
