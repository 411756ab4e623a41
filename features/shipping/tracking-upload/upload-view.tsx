import { useRef, useState, type RefObject, type SyntheticEvent } from 'react'
import { useRevalidator } from '#web/router/router.ts'
import { ColumnList } from '#features/machinery/file-runs/columns-section.tsx'
import { Folded } from '#features/machinery/file-runs/folded-form.tsx'
import { RunProgress } from '#features/machinery/file-runs/run-progress.tsx'
import { useFollow } from '#features/machinery/file-runs/use-follow.ts'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Status, type StatusTone } from '#shui/status/status.tsx'
import { Tabs } from '#shui/tabs/tabs.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { useBackgroundSubmit } from '#web/use-background-submit.ts'
import { PageForm } from '#web/page-form.tsx'
import { Questions } from './questions.tsx'
import type { ReviewModel } from './review-model.ts'
import { RowLines } from './row-lines.tsx'
import styles from './tracking-upload.module.css'
import type { UploadModel } from './upload-model.ts'

const tones: Partial<Record<UploadModel['state'], StatusTone>> = { DONE: 'good', STOPPED: 'warn', FAILED: 'bad' }
/** Id of the page's single form, which all buttons submit. */
const reviewForm = 'tracking-review'

export function UploadView({ model }: { model: UploadModel }) {
  const { t } = useTexts()
  const { state, review, tabs, problems } = model
  useFollow(model.isOpen)
  const form = useRef<HTMLFormElement>(null)
  const { save, saveChoice, submitAfterSaves, isSaving, isStale } = useSaveChanges(form)
  return (
    <>
      <PageHead
        title={model.fileName}
        name={t('tracking.title')}
        note={model.read}
        status={<Status tone={tones[state] ?? 'neutral'} text={t(`tracking.state.${state}`)} />}
        before={
          <BackToList href={paths.tracking} shortcut="Escape">
            {t('tracking.title')}
          </BackToList>
        }
        actions={
          <>
            {problems > 0 ? (
              <ButtonLink href={model.fileHref} target="_self">
                {t('tracking.download', { n: problems })}
              </ButtonLink>
            ) : null}
            {model.resultHref ? (
              <ButtonLink href={model.resultHref} target="_self">
                {t('tracking.result')}
              </ButtonLink>
            ) : null}
            <Steps model={model} isSaving={isSaving} />
          </>
        }
      />
      {model.progress ? (
        <RunProgress label={t('tracking.title')} progress={model.progress}>
          {model.isOpen ? t('tracking.running.hint') : null}
        </RunProgress>
      ) : null}
      <PageForm
        id={reviewForm}
        ref={form}
        preventScrollReset
        aria-busy={isSaving}
        onSubmit={(event) => void submitAfterSaves(event)}
        onBlur={({ target }) => {
          if (isTyped(target) || isStale()) void save()
        }}
        onChange={({ target }) => {
          if (!(target instanceof HTMLInputElement && target.type === 'text')) void saveChoice()
        }}
      >
        <input type="hidden" name="upload" value={model.id} />
        <input type="hidden" name="show" value={model.tab} />
        {review ? <Columns review={review} /> : null}
        {review ? <Questions questions={review.questions} /> : null}
        {model.isChecked ? (
          <>
            <Tabs label={t('tracking.rows')} tabs={tabs} />
            {problems > 0 ? <p className={styles.quiet}>{t('tracking.problemsHint', { n: problems })}</p> : null}
            <RowLines model={model} />
          </>
        ) : null}
      </PageForm>
    </>
  )
}

/** The meaning of each column, the evidence for it, and a way to change it. Open if a required column is missing. */
function Columns({ review: { columns, kinds, summary, need, isRemembered, source } }: { review: ReviewModel }) {
  const { t } = useTexts()
  return (
    <Folded title={t('tracking.columns')} hint={summary} isOpen={need !== null} need={need}>
      <ColumnList columns={columns} kinds={kinds} labelOf={(column) => t('tracking.columns.of', { column })} />
      <p className={styles.quiet}>
        {source}
        {isRemembered ? (
          <Button type="submit" name="step" value="forget" kind="quiet" size="small">
            {t('tracking.columns.forget')}
          </Button>
        ) : null}
      </p>
    </Folded>
  )
}

function Steps({ model, isSaving }: { model: UploadModel; isSaving: boolean }) {
  const { t } = useTexts()
  const { state, change, review } = model
  const canApply = !model.isOpen && state !== 'DONE' && change > 0
  return (
    <>
      {/* First button of the form, so that Enter in a cell checks and never applies. */}
      {review ? (
        <Button type="submit" form={reviewForm} name="step" value="review">
          {t('tracking.recheck')}
        </Button>
      ) : null}
      {canApply ? (
        <Button type="submit" form={reviewForm} name="step" value="apply" kind="primary" disabled={isSaving}>
          {t('tracking.apply', { n: change })}
        </Button>
      ) : null}
      {model.isOpen ? (
        <>
          <Button type="submit" form={reviewForm} name="step" value="stop">
            {t('tracking.stop')}
          </Button>
          <noscript>
            <button type="submit" form={reviewForm} name="step" value="continue">
              {t('tracking.continue')}
            </button>
          </noscript>
        </>
      ) : null}
    </>
  )
}

/** Whether a field was edited since it was rendered. */
const isTyped = (target: EventTarget | null) =>
  target instanceof HTMLInputElement && target.type === 'text' && target.value !== target.defaultValue

/**
 * Saves edits one after another, since each save holds the whole form. Then shows the new verdicts, or after the next save
 * if someone types: the row might move away. `isSaving` while a choice is checked: its rows are not applied unseen.
 */
function useSaveChanges(form: RefObject<HTMLFormElement | null>) {
  const { revalidate } = useRevalidator()
  const send = useBackgroundSubmit()
  const [choices, setChoices] = useState(0)
  const saves = useRef({ open: 0, isStale: false, last: Promise.resolve() })

  const save = async () => {
    if (!form.current) return
    const fields = new FormData(form.current)
    fields.set('step', 'review')
    const { current: queue } = saves
    queue.open += 1
    queue.last = queue.last.then(async () => {
      const answer = await send(paths.tracking, fields)
      const { activeElement } = document
      queue.isStale = form.current?.contains(activeElement) === true && isTyped(activeElement)
      if (answer?.type === 'opaqueredirect' && !queue.isStale) await revalidate()
      queue.open -= 1
    })
    await queue.last
  }
  const saveChoice = async () => {
    setChoices((before) => before + 1)
    await save()
    setChoices((before) => before - 1)
  }
  /** A button pressed meanwhile takes effect afterwards, if the new verdicts still offer it. */
  const submitAfterSaves = async (event: SyntheticEvent<HTMLFormElement, SubmitEvent>) => {
    const { submitter } = event.nativeEvent
    if (saves.current.open === 0) return
    event.preventDefault()
    await save()
    if (submitter?.isConnected) form.current?.requestSubmit(submitter)
  }
  const isStale = () => saves.current.isStale
  return { save, saveChoice, submitAfterSaves, isSaving: choices > 0, isStale }
}
