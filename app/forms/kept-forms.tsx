import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useNavigate } from '#web/router/router.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import type { TextKey } from '#texts/texts.ts'
import { checkHeader } from '#web/check-form.ts'
import { pageDataHeader } from '#web/router/page-state.ts'
import { newestToken } from '#web/newest-token.ts'
import styles from './kept-forms.module.css'
import { SignInLink } from './sign-in-link.tsx'
import { unsentEvent, type UnsentDetail, type UnsentReason } from './unsent-event.ts'
import { watchSentForms } from './unsent-forms.ts'

await loadTexts('unsent')
watchSentForms()

/** Within the event that was held, browsers ignore another submission of its form. */
function inTaskOfItsOwn(work: () => void): void {
  const { port1, port2 } = new MessageChannel()
  port1.addEventListener('message', work, { once: true })
  port1.start()
  port2.postMessage(null)
}

interface KeptFormsProps {
  /** The event of a form that was submitted before forms were kept. */
  held: { readonly current: SubmitEvent | null }
}

interface Sent {
  form: HTMLFormElement
  button: HTMLElement | null
}

/** The message beside a form's button. */
interface Unsent extends UnsentDetail {
  place: Element
  page: string
}

/**
 * Keeps the page and the input when a form is rejected: session expired, role changed, or no response. Shows the reason
 * beside the submit button. Router forms are handled by their response; native forms are checked first, because their
 * response would replace the page.
 */
export function KeptForms({ held }: KeptFormsProps) {
  const navigate = useNavigate()
  const { pathname, search: query } = useLocation()
  const sent = useRef<Sent | null>(null)
  const isResent = useRef(false)
  const [unsent, setUnsent] = useState<Unsent | null>(null)

  useEffect(() => {
    const checked = new Set<HTMLFormElement>()
    const checking = new Set<HTMLFormElement>()
    const show = (detail: UnsentDetail) => {
      if (sent.current)
        setUnsent({ ...detail, place: placeBeside(sent.current), page: location.pathname + location.search })
    }
    const begin = (event: SubmitEvent) => {
      const form = event.target
      if (!isPost(form)) return
      // Submitted by the browser after its check; the page already knows.
      if (checked.has(form)) return event.stopPropagation()
      sent.current = { form, button: event.submitter }
      setUnsent(null)
      tokenField(form)
      // These forms report themselves that nothing was sent.
      if (navigator.onLine || form.matches('[data-offline]')) return
      event.preventDefault()
      event.stopPropagation()
      show({ reason: 'offline' })
    }
    const checkFirst = async (event: SubmitEvent) => {
      const { target: form, submitter } = event
      // Forms sent by a script are already prevented.
      if (event.defaultPrevented || !isPost(form)) return
      event.preventDefault()
      if (checking.has(form)) return
      checking.add(form)
      const isUnsent = await checkForm(form, submitter)
      checking.delete(form)
      if (isUnsent) return
      checked.add(form)
      submitAgain(event)
      checked.delete(form)
    }
    const keep = async ({ detail }: CustomEvent<UnsentDetail>) => {
      show(detail)
      const { href, search, hash } = location
      // A navigation within this page cancels the router's submission without loading anything, since a load would fail
      // or redirect to sign-in.
      const to = search + (hash || '#-')
      await navigate(to, { replace: true, preventScrollReset: true, defaultShouldRevalidate: false })
      // Not through the router: without a hash it would reload the page.
      history.replaceState(history.state, '', href)
    }
    const over = new AbortController()
    const { signal } = over
    window.addEventListener('submit', begin, { capture: true, signal })
    window.addEventListener('submit', (event) => void checkFirst(event), { signal })
    window.addEventListener(unsentEvent, (event) => void keep(event), { signal })
    const first = isResent.current ? null : held.current
    isResent.current = true
    if (first) inTaskOfItsOwn(() => submitAgain(first))
    return () => over.abort()
  }, [navigate, held])
  useEffect(() => () => unsent?.place.remove(), [unsent])
  // The next page may reuse the same elements.
  return unsent?.page === pathname + query ? createPortal(<UnsentMessage {...unsent} />, unsent.place) : null
}

/** Messages that differ from the error page's. */
const bodies = {
  signedOut: 'unsent.signedOut',
  forbidden: 'unsent.forbidden',
  otherReader: 'unsent.otherReader',
  token: 'unsent.token',
  tooMany: 'unsent.tooMany',
  origin: 'error.origin.body',
  tooLarge: 'error.tooLarge.body',
  lost: 'error.lost.body',
  offline: 'error.offline.body',
} as const satisfies Record<UnsentReason, TextKey>

const titleOf = (reason: UnsentReason) =>
  reason === 'otherReader' ? 'unsent.otherReader.title' : (`error.${reason}.title` as const)

function UnsentMessage({ reason, address = '', place }: Unsent) {
  const { t } = useTexts()
  useEffect(() => {
    // Not returned: newer browsers return a promise.
    place.scrollIntoView({ block: 'nearest' })
  }, [place])
  return (
    <p role="alert" className={styles.unsent}>
      <strong>{t(titleOf(reason))}.</strong> {t(bodies[reason], { address })}
      {reason === 'signedOut' ? (
        <>
          {' '}
          <SignInLink words={t('unsent.signIn')} />
        </>
      ) : null}
    </p>
  )
}

/** Submits a form again by the same button, which a script may have removed meanwhile. */
function submitAgain({ target, submitter }: SubmitEvent): void {
  if (!(target instanceof HTMLFormElement)) return
  const isGone = submitter?.isConnected === false
  if (isGone) target.append(submitter)
  target.requestSubmit(submitter)
  if (isGone) submitter.remove()
}

function isPost(target: EventTarget | null): target is HTMLFormElement {
  return target instanceof HTMLFormElement && target.matches('[method=post]')
}

/** Asks the hub whether it would accept the form; true if `unsentEvent` reported why not. */
async function checkForm(form: HTMLFormElement, submitter: HTMLElement | null): Promise<boolean> {
  const action = submitter?.getAttribute('formaction') ?? form.getAttribute('action') ?? ''
  const page = new URL(action, location.href)
  const token = tokenField(form)
  if (page.origin !== location.origin || !token) return false
  let isUnsent = false
  const hear = () => void (isUnsent = true)
  window.addEventListener(unsentEvent, hear)
  const body = new URLSearchParams({ srt: token.value })
  await fetch(page, { method: 'POST', body, headers: { [checkHeader]: '1', [pageDataHeader]: '*' } })
  window.removeEventListener(unsentEvent, hear)
  tokenField(form)
  return isUnsent
}

/** The form's token field, updated to the newest token. */
function tokenField(form: HTMLFormElement): HTMLInputElement | null {
  const field = form.elements.namedItem('srt')
  if (!(field instanceof HTMLInputElement)) return null
  field.value = newestToken(field.value)
  return field
}

/** A new element in the row of the submit button, or below the form if no button is visible. */
function placeBeside({ form, button }: Sent): Element {
  const place = document.createElement('div')
  place.className = styles.place ?? ''
  let beside: Element = button && button.getClientRects().length > 0 ? button : (form.lastElementChild ?? form)
  for (let around = beside.parentElement; around && isLine(around); around = around.parentElement) beside = around
  beside.after(place)
  return place
}

/** Whether its children are laid out in a row. */
function isLine(element: Element): boolean {
  const { display, flexDirection } = getComputedStyle(element)
  return (
    display.startsWith('inline') || (display === 'flex' && flexDirection.startsWith('row')) || display === 'contents'
  )
}
