import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { paths } from '#web/paths.ts'
import type { RefusalBody } from '#web/refusals.ts'
import { storedCopies, type BrowserCopies } from './browser-copies.ts'
import type { KeptAnswer } from './draft-resource.ts'
import { FormKeeper, type Keeping, type SendResult } from './form-keeper.ts'
import { browserWindows } from './windows.ts'
import { baseVersion, copyName, type FormView } from '../form/form-view.ts'
import { readTyped, typedEntries, type Typed } from '../form/typed-form.ts'

/** How the form on the page keeps itself. */
export interface FormKeeping {
  keeping: Keeping
  /** What the server has of the form. */
  revision: number
  /** Null until the page's script runs. */
  keeper: RefObject<FormKeeper | null>
  /** Null on the server. */
  copies: BrowserCopies | null
}

/** Keeps the form on the page by itself, for as long as it is there. */
export function useKeeping(form: RefObject<HTMLFormElement | null>, view: FormView): FormKeeping {
  const at = view.savedAt?.toISOString() ?? null
  const [kept, setKept] = useState<{ keeping: Keeping; revision: number }>({
    keeping: { state: 'kept', at },
    revision: view.hidden.revision,
  })
  const keeper = useRef<FormKeeper>(null)
  const prefix = view.copies
  const copies = useMemo(
    () => (typeof window === 'undefined' ? null : storedCopies(() => localStorage, prefix, browserWindows())),
    [prefix],
  )
  // Whoever shows another view draws the form anew, by its stamp: the view never changes under a keeper.
  useEffect(() => {
    const element = form.current
    if (!element || !copies) return
    const made = new FormKeeper({
      read: () => readTyped(new FormData(element)),
      send: async (typed, revision, leaving) => send(element, { typed, revision, leaving }),
      copies,
      name: copyName(view.hidden),
      version: baseVersion(view.hidden),
      kept: { typed: view.isKept ? view.typed : {}, revision: view.hidden.revision, at },
      show: (next, revision) => {
        setKept({ keeping: next, revision })
        // At once: a step may follow before the page is drawn anew.
        const field = element.elements.namedItem('revision')
        if (field instanceof HTMLInputElement) field.value = String(revision)
      },
      now: () => new Date(),
    })
    keeper.current = made
    const stop = new AbortController()
    const { signal } = stop
    const hidden = () => document.visibilityState === 'hidden' && made.leave()
    document.addEventListener('visibilitychange', hidden, { signal })
    const left = () => {
      made.leave()
      copies.leave()
    }
    window.addEventListener('pagehide', left, { signal })
    // Kept by the browser, and gone back to: what was not sent yet is this window's again.
    window.addEventListener('pageshow', ({ persisted }) => persisted && made.isDirty() && made.touch(), { signal })
    window.addEventListener('online', () => void made.save(), { signal })
    return () => {
      stop.abort()
      left()
      made.stop()
    }
  }, [form, view, at, copies])
  return { ...kept, keeper, copies }
}

/** Letters of a form that may outlive its page: browsers refuse such requests above 64 KB. */
const longestFarewell = 20_000

/** Sends the form to be kept. The page's own fields go with it; the revision is the keeper's. */
async function send(
  form: HTMLFormElement,
  { typed, revision, leaving }: { typed: Typed; revision: number; leaving: boolean },
): Promise<SendResult> {
  const own = new FormData(form)
  const body = new FormData()
  for (const name of ['srt', 'mode', 'key', 'on', 'from']) body.set(name, own.get(name) ?? '')
  for (const [name, text] of typedEntries(typed)) body.append(name, text)
  body.set('revision', String(revision))
  try {
    const keepalive = leaving && JSON.stringify(typed).length < longestFarewell
    const response = await fetch(paths.listingDraft, { method: 'POST', body, keepalive })
    if (response.status === 401 || response.status === 403) return { ok: false, reason: 'signed-out' }
    if (response.status === 200 || response.status === 409) {
      const answer = (await response.json()) as KeptAnswer | RefusalBody
      return 'ok' in answer ? answer : { ok: false, reason: 'refused' }
    }
    // Whoever is too busy takes it another time.
    return { ok: false, reason: response.status >= 500 || response.status === 429 ? 'offline' : 'refused' }
  } catch {
    return { ok: false, reason: 'offline' }
  }
}
