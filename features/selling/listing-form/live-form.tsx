import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode, type SubmitEvent } from 'react'
import { useNavigation } from '#web/router/router.ts'
import { paths } from '#web/paths.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { ErrorSummary } from '#shui/form/error-summary.tsx'
import { useTexts } from '#texts/context.tsx'
import type { TextKey } from '#texts/texts.ts'
import { PageForm } from '#web/page-form.tsx'
import { forgetAll } from './keep/browser-copies.ts'
import { ConflictBox } from './keep/conflict-box.tsx'
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
import { KeepingLine } from './keep/keeping-line.tsx'
import { OtherCopies } from './keep/other-copies.tsx'
import { hiddenValues } from './form/sent-form.ts'
import { readTyped, type Typed } from './form/typed-form.ts'
import { useKeeping, type FormKeeping } from './keep/use-keeping.ts'
import { restore, useRecoveredDrafts, type FoundCopy } from './keep/use-recovered-drafts.ts'
import styles from './form/listing-form.module.css'

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
                {view.hidden.mode === 'AddItem' && view.hidden.revision === 0 ? <OtherCopies left={left.all} /> : null}
                {blockedWords ? (
                  <p className={styles.warning} role="alert">
                    {t(blockedWords)}
                  </p>
                ) : null}
                <Conflicts
                  keeping={keeping}
                  copy={left.found}
                  decided={decided}
                  typed={typed}
                  form={() => form.current}
                />
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

interface ConflictsProps {
  keeping: FormKeeping
  copy: FoundCopy | null
  decided: () => void
  typed: Typed
  form: () => HTMLFormElement | null
}

function Conflicts({ keeping: { keeping, keeper }, copy, decided, typed, form }: ConflictsProps) {
  const { t, moment } = useTexts()
  const { conflict, hidden, listing, typed: drawn } = useFormView()
  const address =
    hidden.mode === 'ReviseItem'
      ? paths.listingForm({ mode: 'ReviseItem', itemId: listing?.itemNumber ?? '' })
      : paths.listingForm({ mode: hidden.mode, key: hidden.key })
  if (keeping.state === 'conflict')
    return (
      <ConflictBox
        title={t('listingForm.conflict.elsewhere')}
        text={t('listingForm.conflict.elsewhere.text', { time: moment(new Date(keeping.at), 'time') })}
        mine={typed}
        theirs={keeping.typed}
      >
        <Button kind="primary" onClick={() => void keeper.current?.goOnFrom(keeping.revision)}>
          {t('listingForm.conflict.keepMine')}
        </Button>
        <Button onClick={() => takeTheirs(form(), keeping.typed, keeping.revision)}>
          {t('listingForm.conflict.takeTheirs')}
        </Button>
      </ConflictBox>
    )
  if (copy)
    return (
      <ConflictBox
        title={t('listingForm.conflict.copy')}
        text={t('listingForm.conflict.copy.text', { time: moment(new Date(copy.left.copy.at), 'dateTime') })}
        mine={copy.mine}
        theirs={copy.left.copy.typed}
        theirsTitle={t('listingForm.conflict.kept')}
      >
        <Button kind="primary" onClick={() => restore(form(), copy.left.copy.typed)}>
          {t('listingForm.conflict.takeKept')}
        </Button>
        <Button
          onClick={() => {
            copy.left.forget()
            decided()
          }}
        >
          {t('listingForm.conflict.keepMine')}
        </Button>
      </ConflictBox>
    )
  if (!conflict) return null
  const stale = conflict.savedAt === null
  return (
    <ConflictBox
      title={stale ? t('listingForm.conflict.listing') : t('listingForm.conflict.elsewhere')}
      text={
        stale
          ? t('listingForm.conflict.listing.text')
          : t('listingForm.conflict.elsewhere.text', { time: moment(conflict.savedAt ?? new Date(0), 'time') })
      }
      mine={drawn}
      theirs={conflict.typed}
    >
      <Button type="submit" name="intent" value={stale ? 'publish' : 'keepMine'} kind="primary">
        {t('listingForm.conflict.keepMine')}
      </Button>
      {stale ? (
        <Button type="submit" name="intent" value="discard">
          {t('listingForm.conflict.takeTheirs')}
        </Button>
      ) : (
        <ButtonLink href={address}>{t('listingForm.conflict.takeTheirs')}</ButtonLink>
      )}
    </ConflictBox>
  )
}

function takeTheirs(form: HTMLFormElement | null, typed: Typed, revision: number): void {
  const field = form?.elements.namedItem('revision')
  if (field instanceof HTMLInputElement) field.value = String(revision)
  restore(form, typed)
}
