import { useCallback, useEffect, useRef, useState, type SubmitEvent } from 'react'
import { textOf } from '#lib/form-fields.ts'
import { paths } from '#web/paths.ts'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { answerOf, useBackgroundSubmit } from '#web/use-background-submit.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { forgetSelection } from '#shui/grid/use-selection.ts'
import { PageTitle } from '#shui/header/page-title.tsx'
import { Section } from '#shui/section/section.tsx'
import { showToast } from '#shui/toast/toast.ts'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { BulkItems, BulkNotes, BulkStart } from './bulk-items.tsx'
import type { BulkModel } from './bulk-model.server.ts'
import type { PartAnswer } from './bulk-model.ts'
import { BulkResults } from './bulk-results.tsx'
import styles from './bulk-view.module.css'

export function BulkView({ model, first }: { model: BulkModel; first: PartAnswer | null }) {
  const { t } = useTexts()
  const { results, undos, answer, asked, isRunning, start, cancel } = useParts(model, first)
  const isOver = results.length > 0 && !isRunning
  const failed = results.filter(({ ok }) => !ok)
  useEffect(() => {
    if (isOver) forgetSelection(model.path)
  }, [isOver, model.path])
  return (
    <>
      <PageTitle
        title={model.title}
        before={<BackToList href={model.backHref}>{t('grid.exportRefused.back')}</BackToList>}
      />
      {results.length === 0 && !isRunning ? (
        <Confirmation model={model} error={answer?.error ?? null} start={asked} onSubmit={start} />
      ) : (
        <div className={styles.progress} role="status">
          <p>
            {[
              t(`listings.result.${model.step}`, { n: results.length - failed.length }),
              ...(failed.length > 0 ? [t('listings.bulk.skipped', { n: failed.length })] : []),
            ].join(', ')}
          </p>
          {isRunning ? <progress value={results.length} max={Math.max(model.total, results.length + 1)} /> : null}
          {isRunning ? <Button onClick={cancel}>{t('word.stop')}</Button> : null}
        </div>
      )}
      {isOver && answer?.next != null ? (
        <PageForm action={model.address} onSubmit={start} className={styles.confirmation}>
          <input type="hidden" name="place" value={answer.next} />
          <BulkStart zone={model.asksStart} error={answer.error} start={asked} />
          <Button type="submit">{t('listings.bulk.goOn')}</Button>
        </PageForm>
      ) : null}
      {results.length > 0 ? (
        <Section title={t('listings.bulk.results')}>
          <BulkResults results={[...failed, ...results.filter(({ ok }) => ok)]} from={model.from} />
        </Section>
      ) : null}
      {isOver ? (
        <div className={styles.actions}>
          <ButtonLink href={model.backHref} kind="primary">
            {t('grid.exportRefused.back')}
          </ButtonLink>
          {undos.length > 0 ? <TakeBack ids={undos} back={model.backHref} /> : null}
        </div>
      ) : null}
    </>
  )
}

/** Sends batches until done or cancelled; without script the first batch is already processed. */
function useParts(model: BulkModel, first: PartAnswer | null) {
  const { t } = useTexts()
  const send = useBackgroundSubmit()
  const [parts, setParts] = useState<readonly PartAnswer[]>(first ? [first] : [])
  const [isRunning, setRunning] = useState(false)
  // Also after a failed request, so that it can be sent again.
  const [asked, setAsked] = useState(first?.start ?? null)
  const isCancelled = useRef(false)
  const cancel = useCallback(() => {
    isCancelled.current = true
  }, [])
  // Leaving the page cancels too.
  useEffect(() => cancel, [cancel])
  const sendParts = async (form: FormData) => {
    for (;;) {
      const part = await answerOf<PartAnswer>(await send(model.partsHref, form))
      if (!part) return showToast({ text: t('listings.bulk.stopped'), tone: 'bad' })
      setParts((before) => [...before, part])
      if (part.error !== null || part.next === null || isCancelled.current) return
      form.set('place', part.next)
    }
  }
  const start = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    isCancelled.current = false
    setRunning(true)
    const form = new FormData(event.currentTarget)
    setAsked({ date: textOf(form, 'startDate'), time: textOf(form, 'startTime') })
    void sendParts(form).finally(() => setRunning(false))
  }
  const undos = parts.flatMap(({ undo }) => (undo ? [undo.id] : []))
  const results = parts.flatMap((part) => part.results)
  return { results, undos, answer: parts.at(-1), asked, isRunning, start, cancel }
}

/** Undoes all batches as far as possible. */
function TakeBack({ ids, back }: { ids: readonly string[]; back: string }) {
  const { t } = useTexts()
  return (
    <PageForm action={paths.undo}>
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <input type="hidden" name="back" value={back} />
      <Button type="submit">{t('word.undo')}</Button>
    </PageForm>
  )
}

interface ConfirmationProps {
  model: BulkModel
  error: string | null
  start: PartAnswer['start']
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
}

function Confirmation({ model, error, start, onSubmit }: ConfirmationProps) {
  const { t } = useTexts()
  return (
    <PageForm action={model.address} onSubmit={onSubmit} className={styles.confirmation}>
      <input type="hidden" name="place" value={model.place} />
      <p className={styles.what}>{model.what}</p>
      <BulkNotes notes={model.notes} />
      <BulkItems items={model.items} more={model.total - model.items.length} leaveOutHref={leaveOutHref(model)} />
      <BulkStart zone={model.asksStart} error={error} start={start} />
      <p className={styles.actions}>
        <ButtonLink href={model.backHref}>
          {model.isDanger ? t('listings.bulk.keep.end', { n: model.possible }) : t('word.cancel')}
        </ButtonLink>
        <Button
          type="submit"
          kind={model.isDanger ? 'danger' : 'primary'}
          disabled={model.possible === 0}
          disabledReason={t('listings.bulk.none')}
        >
          {t(`listings.bulk.do.${model.step}`, { n: model.possible })}
        </Button>
      </p>
    </PageForm>
  )
}

function leaveOutHref({ address, total }: BulkModel): ((key: string) => string) | null {
  if (total < 2) return null
  const { pathname, searchParams } = new URL(address, 'http://hub')
  const keys = searchParams.get('keys')?.split(',')
  const except = searchParams.get('except')?.split(',') ?? []
  return (left) => {
    const params = new URLSearchParams(searchParams)
    if (keys) params.set('keys', keys.filter((key) => key !== left).join(','))
    else params.set('except', [...except, left].join(','))
    return `${pathname}?${params}`
  }
}
