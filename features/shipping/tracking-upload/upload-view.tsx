import { useRef, useState, type RefObject, type SyntheticEvent } from 'react'
import { useRevalidator } from '#web/router/router.ts'
import { useFollow } from '#features/machinery/file-runs/use-follow.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Status, type StatusTone } from '#shui/status/status.tsx'
import { PageTitle } from '#shui/header/page-title.tsx'
import { useTexts } from '#texts/context.tsx'
import { paths } from '#web/paths.ts'
import { SrtField } from '#web/srt-field.tsx'
import { useBackgroundSubmit } from '#web/use-background-submit.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import { ColumnsSection } from './columns-section.tsx'
import { Questions } from './questions.tsx'
import { RowLines } from './row-lines.tsx'
import styles from './tracking-upload.module.css'
import type { UploadModel } from './upload-model.ts'

const tones: Partial<Record<UploadModel['state'], StatusTone>> = { DONE: 'good', STOPPED: 'warn', FAILED: 'bad' }
/** Id of the page's single form, which all buttons submit. */
const reviewForm = 'tracking-review'

/** Page of an uploaded file: counts, then problems with inline corrections, and progress while applying. */
export function UploadView({ model }: { model: UploadModel }) {
  const { t } = useTexts()
  const { state, review } = model
  useFollow(model.isOpen)
  const form = useRef<HTMLFormElement>(null)
  const { save, saveChoice, submitAfterSaves, isSaving, isStale } = useSaveChanges(form)
  return (
    <>
      <PageTitle
        title={t('tracking.title')}
        status={<Status tone={tones[state] ?? 'neutral'} text={t(`tracking.state.${state}`)} />}
        actions={
          <>
            {model.problems > 0 ? (
              <ButtonLink href={model.fileHref} target="_self">
                {t('tracking.download', { n: model.problems })}
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
      <p className={styles.file}>
        <b dir="auto">{model.fileName}</b> <span className={styles.quiet}>{model.read}</span>{' '}
        <PageLink to={paths.tracking}>{t('tracking.another')}</PageLink>
      </p>
      {model.progress ? (
        <p className={styles.progress}>
          <progress
            value={model.progress.done}
            max={Math.max(1, model.progress.all)}
            aria-label={t('tracking.title')}
          />
          <span role="status">{model.progress.text}</span>
          {model.isOpen ? <span className={styles.quiet}>{t('tracking.running.hint')}</span> : null}
        </p>
      ) : null}
      <PageForm
        method="post"
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
        <SrtField />
        <input type="hidden" name="upload" value={model.id} />
        <input type="hidden" name="show" value={model.tab} />
        {review ? <ColumnsSection review={review} /> : null}
        {review ? <Questions questions={review.questions} /> : null}
        {model.isChecked ? <Rows model={model} /> : null}
      </PageForm>
    </>
  )
}

/** Counts of the rows, and those of the open tab. */
function Rows({ model }: { model: UploadModel }) {
  const { t } = useTexts()
  return (
    <>
      <div className={styles.found}>
        <dl className={styles.figures}>
          {model.figures.map(({ label, n, tone }) => (
            <div key={label} className={tone === 'bad' ? styles.bad : undefined}>
              <dd>{n}</dd>
              <dt>{label}</dt>
            </div>
          ))}
        </dl>
        {model.problems > 0 ? <p className={styles.hint}>{t('tracking.problemsHint', { n: model.problems })}</p> : null}
      </div>
      <nav className={styles.tabs} aria-label={t('tracking.rows')}>
        {model.tabs.map(({ id, label, n, href, active }) => (
          <PageLink
            key={id}
            to={href}
            preventScrollReset
            aria-current={active ? 'page' : undefined}
            className={styles.tab}
          >
            {label} <span className={styles.quiet}>{n}</span>
          </PageLink>
        ))}
      </nav>
      <RowLines model={model} />
    </>
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
