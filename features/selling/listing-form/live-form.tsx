import {
  lazy,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type SubmitEvent,
} from 'react'
import { useNavigation } from '#web/router/router.ts'
import { ErrorSummary } from '#shui/form/error-summary.tsx'
import { useTexts } from '#texts/context.tsx'
import type { TextKey } from '#texts/texts.ts'
import { PageForm } from '#web/page-form.tsx'
import { forgetAll } from './keep/left-copies.ts'
import { sendStep } from './sections/details-section.tsx'
import {
  ChosenRowProvider,
  LiveTypedProvider,
  SettledTypedProvider,
  StandingErrorsProvider,
  useFormView,
} from './form/form-context.tsx'
import { useGatheredRows } from './form/gathered-rows.ts'
import { copyName, type FieldErrorModel } from './form/form-view.ts'
import { standingErrors } from './form/standing-errors.ts'
import type { Keeping } from './keep/form-keeper.ts'
import { hiddenValues } from './form/sent-form.ts'
import { readTyped } from './form/typed-form.ts'
import { useKeeping } from './keep/use-keeping.ts'
import { useRecoveredDrafts } from './keep/use-recovered-drafts.ts'
import styles from './form/listing-form.module.css'
import { paths } from '#web/paths.ts'
import { Status, type StatusTone } from '#shui/status/status.tsx'

/** Shows where the input is saved: "Saved 14:03", or "Not saved: no connection, kept in this browser". */
function KeepingLine({ keeping }: { keeping: Keeping }) {
  const { t, moment } = useTexts()
  const line = (tone: StatusTone, text: string) => <Status tone={tone} text={text} />
  switch (keeping.state) {
    case 'kept':
      return keeping.at ? line('good', t('listingForm.kept', { time: moment(new Date(keeping.at), 'time') })) : null
    case 'typing':
    case 'saving':
      return line('neutral', t('listingForm.saving'))
    case 'offline':
      return line('warn', keeping.held ? t('listingForm.offline') : t('listingForm.offline.notHeld'))
    case 'signed-out':
      return (
        <>
          {line('warn', keeping.held ? t('listingForm.signedOut') : t('listingForm.signedOut.notHeld'))}{' '}
          {/* Loads a new document, because the session changes. */}
          <a className={styles.link} href={paths.signInWith(location.pathname + location.search)}>
            {t('error.toSignIn')}
          </a>
        </>
      )
    case 'refused':
      return line('bad', t('listingForm.refused'))
    case 'conflict':
      return line('warn', t('listingForm.conflict.short'))
    case 'published':
      return line('warn', t('listingForm.alreadyPublished'))
  }
}

// On the server at once, so that a page without script has it.
const loadConflicts = async () => ({ default: (await import('./loaded-later.ts')).Conflicts })
const Conflicts = typeof window === 'undefined' ? (await loadConflicts()).default : lazy(loadConflicts)

/** The form, which works without script. With script it tracks the input, autosaves it, and recovers unsent copies. */
export function LiveForm({ fields, summary }: { fields: ReactNode; summary: ReactNode }) {
  const view = useFormView()
  const { t } = useTexts()
  const form = useRef<HTMLFormElement>(null)
  const [typed, setTyped] = useState(view.typed)
  const [settled, settle] = useState(view.typed)
  const errors = useMemo(() => standingErrors(view, settled), [view, settled])
  const isSettled = useRef(false)
  const [isBlocked, setBlocked] = useState(false)
  const [chosenRow, chooseRow] = useState<number | null>(null)
  // Other loaders still running do not block the form once it is rendered.
  const navigation = useNavigation()
  const [drawnIn] = useState(navigation)
  const sending = navigation.state !== 'idle' && navigation !== drawnIn
  const keeping = useKeeping(form, view)
  const [left, decided] = useRecoveredDrafts(form, keeping)
  const blockedWords = isBlocked ? wordsOfBlocked[keeping.keeping.state] : undefined
  const isLed = useRef(false)
  useEffect(() => {
    // Do not focus inside the form while it is being sent.
    if (sending || isLed.current) return
    isLed.current = true
    if (view.focus) document.getElementById(view.focus)?.focus()
  }, [view.focus, sending])

  return (
    <PageForm
      // The form saves its input and reports itself that nothing was sent.
      data-offline=""
      ref={form}
      encType="multipart/form-data"
      className={styles.form}
      inert={sending}
      noValidate
      onInput={(event) => {
        const next = readTyped(new FormData(event.currentTarget))
        setTyped(next)
        if (event.target instanceof HTMLSelectElement) settle(next)
        keeping.keeper.current?.touch()
      }}
      onFocus={(event) => {
        const row = rowOf(event.target)
        if (row !== null) chooseRow(row)
      }}
      onBlur={() => settle(typed)}
      onKeyDown={onEnter}
      onSubmit={onSubmit}
    >
      {Object.entries(hiddenValues({ ...view.hidden, revision: keeping.revision })).map(([name, value]) => (
        <input key={name} type="hidden" name={name} defaultValue={value} />
      ))}
      {/* Without script, Enter presses the first button of the form. */}
      <button type="submit" name="intent" value="enter" hidden>
        {t('listingForm.saveDraft')}
      </button>
      <LiveTypedProvider value={typed}>
        <SettledTypedProvider value={settled}>
          <StandingErrorsProvider value={errors}>
            <ChosenRowProvider value={chosenRow}>
              <div className={styles.sections}>
                <Refusal errors={errors} stamp={view.stamp} />
                <div className={styles.line} role="status">
                  <KeepingLine keeping={keeping.keeping} />
                </div>
                {keeping.code ? <keeping.code.OtherCopies left={left.all} /> : null}
                {blockedWords ? (
                  <p className={styles.warning} role="alert">
                    {t(blockedWords)}
                  </p>
                ) : null}
                {keeping.keeping.state === 'conflict' || left.found || view.conflict ? (
                  <Suspense fallback={null}>
                    <Conflicts
                      keeping={keeping}
                      copy={left.found}
                      decided={decided}
                      typed={typed}
                      form={() => form.current}
                    />
                  </Suspense>
                ) : null}
                {fields}
              </div>
              {summary}
            </ChosenRowProvider>
          </StandingErrorsProvider>
        </SettledTypedProvider>
      </LiveTypedProvider>
    </PageForm>
  )

  /** Saves the form before a step: a step leaves the page only if the server responds. */
  function onSubmit(event: SubmitEvent<HTMLFormElement>) {
    const keeper = keeping.keeper.current
    const button = event.nativeEvent.submitter
    if (!keeper || !(button instanceof HTMLButtonElement) || isSettled.current) return
    event.preventDefault()
    const intent = button.value
    const unread = intent === 'publish' && unreadControl(event.currentTarget)
    if (unread) return showUnread(unread)
    // If saving is rejected, the full submission explains why.
    if (intent === 'save' && keeping.keeping.state !== 'refused') return void keeper.save()
    if (intent === 'discard') {
      keeping.copies?.remove(copyName(view.hidden))
      forgetAll(left.all, copyName(view.hidden))
    }
    // These buttons decide themselves about saved input.
    const decides = ['restore', 'discard', 'keepMine'].includes(intent) || view.conflict !== null
    void (decides ? keeper.end().then(afterEvent) : keeper.settle()).then((isKept) => {
      isSettled.current = isKept
      setBlocked(!isKept)
      if (isKept) sendStep(form.current, intent)
    })
  }
}

/** A half-typed date or time, which browsers send as empty; publishing cannot be undone. */
function unreadControl({ elements }: HTMLFormElement): HTMLInputElement | undefined {
  return [...elements].find(
    (control): control is HTMLInputElement => control instanceof HTMLInputElement && control.validity.badInput,
  )
}

function showUnread(control: HTMLInputElement): void {
  control.closest('details')?.setAttribute('open', '')
  control.reportValidity()
}

/** Messages for a blocked step; other states show their own. */
const wordsOfBlocked: Partial<Record<Keeping['state'], TextKey>> = {
  offline: 'listingForm.step.offline',
  'signed-out': 'listingForm.step.signedOut',
  published: 'listingForm.alreadyPublished',
}

function rowOf(control: EventTarget): number | null {
  const match = control instanceof HTMLInputElement ? /^row\.(\d+)\./.exec(control.name) : null
  return match ? Number(match[1]) : null
}

/** Errors above the form; each disappears when fixed. The panel shows their number. */
function Refusal({ errors, stamp }: { errors: readonly FieldErrorModel[]; stamp: string }) {
  const { t } = useTexts()
  const gathered = useGatheredRows(errors)
  const listed = useMemo(
    () => gathered.map(({ fieldId, text }) => (fieldId ? { fieldId, text } : { text })),
    [gathered],
  )
  return <ErrorSummary title={t('listingForm.errors')} errors={listed} answer={stamp} />
}

/** A form ignores submit() while another submit event is dispatched: resolves afterwards. */
function afterEvent(): Promise<boolean> {
  return new Promise((resolve) => setTimeout(resolve, 0, true))
}

/** Enter in the search field searches; in other one-line fields it does nothing. */
function onEnter(event: KeyboardEvent<HTMLFormElement>) {
  const { target, key } = event
  if (key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return
  event.preventDefault()
  if (target.name === 'search') sendStep(event.currentTarget, 'search')
}
