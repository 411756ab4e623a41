import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Form, Link, useFetcher } from 'react-router'
import { paths } from '#web/paths.ts'
import { BackToList } from '#features/grid/back-to-list.tsx'
import { SrtField } from '#web/srt-field.tsx'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { forgetSelection } from '#shui/grid/use-selection.ts'
import { PageTitle } from '#shui/header/page-title.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { useTexts } from '#texts/context.tsx'
import type { PartAnswer, RowResult } from './bulk-steps.server.ts'
import styles from './bulk-view.module.css'
import type { SellerStep } from './listings-bulk.ts'

/** What is about to happen to many listings. */
export interface BulkModel {
  step: SellerStep
  title: string
  /** "12 listings end now." */
  what: string
  /** Which cannot, and why. */
  notes: string[]
  button: string
  isPossible: boolean
  isDanger: boolean
  /** How many there are; more where they were too many to be judged. */
  total: number
  /** Where the step begins, sealed: what is made while it runs is not taken with it. */
  place: string
  /** Where a start is asked for: in which zone. */
  asksStart: string | null
  address: string
  /** The list, and the address of what it showed. */
  path: string
  backHref: string
  from: string
}

type Answer = PartAnswer & { error: string | null }

/** Rows of results that are written out. */
const mostShown = 500

/** Confirmation, progress and results of a step with many listings. */
export function BulkView({ model, first }: { model: BulkModel; first: Answer | null }) {
  const { t } = useTexts()
  const fetcher = useFetcher<Answer>()
  const { results, answer, isRunning, start, cancel } = useParts(model, first, fetcher)
  const isOver = results.length > 0 && !isRunning
  const failed = results.filter(({ ok }) => !ok)
  useEffect(() => {
    if (isOver) forgetSelection(model.path)
  }, [isOver, model.path])
  return (
    <>
      <PageTitle
        title={model.title}
        before={
          <BackToList href={model.backHref} className={styles.back}>
            {t('listing.back')}
          </BackToList>
        }
      />
      {results.length === 0 && !isRunning ? (
        <Confirmation model={model} error={answer?.error ?? null} onSubmit={start} />
      ) : (
        <div className={styles.progress} role="status">
          <p>
            {[
              t(`listings.result.${model.step}`, { n: results.length - failed.length }),
              ...(failed.length > 0 ? [t('listings.bulk.skipped', { n: failed.length })] : []),
            ].join(', ')}
          </p>
          {isRunning ? <progress value={results.length} max={Math.max(model.total, results.length + 1)} /> : null}
          {isRunning ? <Button onClick={cancel}>{t('listings.bulk.cancel')}</Button> : null}
        </div>
      )}
      {isOver && answer?.next != null ? (
        <Form method="post" action={model.address} onSubmit={start}>
          <SrtField />
          <input type="hidden" name="place" value={answer.next} />
          <Button type="submit">{t('listings.bulk.goOn')}</Button>
        </Form>
      ) : null}
      {results.length > 0 ? (
        <Results results={[...failed, ...results.filter(({ ok }) => ok)]} from={model.from} />
      ) : null}
      {isOver ? (
        <p className={styles.actions}>
          <ButtonLink href={model.backHref} kind="primary">
            {t('listing.back')}
          </ButtonLink>
        </p>
      ) : null}
    </>
  )
}

/** Sends one part after the other until none is left or the reader cancels; without script the first part is there already. */
function useParts(model: BulkModel, first: Answer | null, fetcher: ReturnType<typeof useFetcher<Answer>>) {
  const [parts, setParts] = useState<readonly Answer[]>(first ? [first] : [])
  const [isRunning, setRunning] = useState(false)
  const sent = useRef<FormData>(null)
  const seen = useRef<unknown>(undefined)
  const isCancelled = useRef(false)
  const { data: latest, state, submit } = fetcher
  useEffect(() => {
    if (state !== 'idle' || !latest || latest === seen.current) return
    seen.current = latest
    setParts((before) => [...before, latest])
    if (latest.next === null || isCancelled.current || !sent.current) return setRunning(false)
    sent.current.set('place', latest.next)
    void submit(sent.current, { method: 'post', action: model.address })
  }, [latest, state, submit, model.address])
  const start = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    isCancelled.current = false
    sent.current = new FormData(event.currentTarget)
    setRunning(true)
    void submit(sent.current, { method: 'post', action: model.address })
  }
  const cancel = () => {
    isCancelled.current = true
  }
  return { results: parts.flatMap(({ results }) => results), answer: parts.at(-1), isRunning, start, cancel }
}

interface ConfirmationProps {
  model: BulkModel
  error: string | null
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
}

function Confirmation({ model, error, onSubmit }: ConfirmationProps) {
  const { t } = useTexts()
  return (
    <Form method="post" action={model.address} onSubmit={onSubmit} className={styles.confirmation}>
      <SrtField />
      <input type="hidden" name="place" value={model.place} />
      <p className={styles.what}>{model.what}</p>
      {model.notes.length > 0 ? (
        <ul className={styles.notes}>
          {model.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
      {model.asksStart ? (
        <div className={styles.start}>
          <TextField
            label={t('listings.bulk.startDate')}
            hint={model.asksStart}
            type="date"
            name="startDate"
            required
            error={error}
          />
          <TextField label={t('listings.bulk.startTime')} type="time" name="startTime" />
        </div>
      ) : null}
      <p className={styles.actions}>
        <ButtonLink href={model.backHref}>{t('listings.bulk.keep')}</ButtonLink>
        <Button
          type="submit"
          kind={model.isDanger ? 'danger' : 'primary'}
          disabled={!model.isPossible}
          disabledReason={t('listings.bulk.none')}
        >
          {model.button}
        </Button>
      </p>
    </Form>
  )
}

function Results({ results, from }: { results: readonly RowResult[]; from: string }) {
  const { t } = useTexts()
  return (
    <Section title={t('listings.bulk.results')}>
      <ul className={styles.results}>
        {results.slice(0, mostShown).map(({ itemNumber, title, ok, text }) => (
          <li key={itemNumber}>
            <Link to={paths.listing(itemNumber, from)} className={styles.name}>
              {title || t('listings.untitled')}
            </Link>
            <Status tone={ok ? 'good' : 'warn'} text={text} />
          </li>
        ))}
      </ul>
      {results.length > mostShown ? <p>{t('listings.bulk.moreResults', { n: results.length - mostShown })}</p> : null}
    </Section>
  )
}
