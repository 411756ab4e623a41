import { useRef, useState } from 'react'
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
  const { save, saveChoice, isSaving } = useSaveChanges()
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
        onBlur={({ target }) => {
          if (isTyped(target)) void save(form.current)
        }}
        onChange={({ target }) => {
          if (!(target instanceof HTMLInputElement && target.type === 'text')) void saveChoice(form.current)
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
const isTyped = (target: EventTarget) =>
  target instanceof HTMLInputElement && target.type === 'text' && target.value !== target.defaultValue

/**
 * Saves edits and shows the new verdicts. `isSaving` while a choice is checked: rows that it changes are not applied unseen.
 * A typed cell does not count: its save begins as the pointer goes down on the button.
 */
function useSaveChanges() {
  const { revalidate } = useRevalidator()
  const submit = useBackgroundSubmit()
  const [saving, setSaving] = useState(0)
  /** Saves are sent one after another: each holds the whole form, so an older one must not come last. */
  const last = useRef<Promise<void>>(Promise.resolve())
  const send = async (fields: FormData) => {
    const answer = await submit(paths.tracking, fields)
    if (answer?.type === 'opaqueredirect') await revalidate()
  }
  const save = async (form: HTMLFormElement | null) => {
    if (!form) return
    const fields = new FormData(form)
    fields.set('step', 'review')
    last.current = last.current.then(() => send(fields))
    await last.current
  }
  const saveChoice = async (form: HTMLFormElement | null) => {
    setSaving((before) => before + 1)
    await save(form)
    setSaving((before) => before - 1)
  }
  return { save, saveChoice, isSaving: saving > 0 }
}
