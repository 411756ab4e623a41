import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { paths } from '#web/paths.ts'
import type { RefusalBody } from '#web/refusals.ts'
import { storedCopies, type BrowserCopies } from './browser-copies.ts'
import type { KeptAnswer } from './draft-resource.ts'
import { FormKeeper, type Keeping, type SendResult } from './form-keeper.ts'
import { browserWindows } from './windows.ts'
import { baseVersion, copyName, type FormView } from '../form/form-view.ts'
import { readTyped, typedEntries, type Typed } from '../form/typed-form.ts'
import { jsonOf } from '#lib/json-of.ts'

export interface FormKeeping {
  keeping: Keeping
  revision: number
  /** Null until the script runs. */
  keeper: RefObject<FormKeeper | null>
  /** Null on the server. */
  copies: BrowserCopies | null
}

/** Autosaves the form while it is mounted. */
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
  // A new view remounts the form by its stamp, so the view never changes here.
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
        // Immediately: a step may be sent before the next render.
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
    // After a return from the back/forward cache, unsent input belongs to this window again.
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

/** Maximum characters of a form sent while leaving: browsers refuse `keepalive` requests above 64 KB. */
const longestFarewell = 20_000

/** Sends the form for saving with its hidden fields; the revision is the keeper's. */
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
      const answer = await jsonOf<KeptAnswer | RefusalBody>(response)
      return 'ok' in answer ? answer : { ok: false, reason: 'refused' }
    }
    // An overloaded server may succeed later.
    return { ok: false, reason: response.status >= 500 || response.status === 429 ? 'offline' : 'refused' }
  } catch {
    return { ok: false, reason: 'offline' }
  }
}
