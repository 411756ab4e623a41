import { paths } from '#web/paths.ts'
import type { RefusalBody } from '#web/refusals.ts'
import { jsonOf } from '#lib/json-of.ts'
import { storedCopies, type BrowserCopies } from './browser-copies.ts'
import type { KeptAnswer } from './draft-resource.ts'
import { FormKeeper, type Keeping, type SendResult } from './form-keeper.ts'
import { browserWindows } from './windows.ts'
import { baseVersion, copyName, type FormView } from '../form/form-view.ts'
import { readTyped, typedEntries, type Typed } from '../form/typed-form.ts'

// What keeps a form, loaded once the page is there.
export { OtherCopies } from './other-copies.tsx'
export { recoverDrafts } from './recover-drafts.ts'

/** Copies of forms in this browser by the seller's prefix. */
export const copiesOf = (prefix: string) => storedCopies(() => localStorage, prefix, browserWindows())

/** Autosaves a form until `stop`. */
export function keepForm(
  element: HTMLFormElement,
  { view, copies, show }: { view: FormView; copies: BrowserCopies; show: (next: Keeping, revision: number) => void },
): { keeper: FormKeeper; stop: () => void } {
  const keeper = new FormKeeper({
    read: () => readTyped(new FormData(element)),
    send: async (typed, revision, leaving) => send(element, { typed, revision, leaving }),
    copies,
    name: copyName(view.hidden),
    version: baseVersion(view.hidden),
    kept: {
      typed: view.isKept ? view.typed : {},
      revision: view.hidden.revision,
      at: view.savedAt?.toISOString() ?? null,
    },
    show: (next, revision) => {
      show(next, revision)
      // Immediately: a step may be sent before the next render.
      const field = element.elements.namedItem('revision')
      if (field instanceof HTMLInputElement) field.value = String(revision)
    },
    now: () => new Date(),
  })
  const listening = new AbortController()
  const { signal } = listening
  const hidden = () => document.visibilityState === 'hidden' && keeper.leave()
  document.addEventListener('visibilitychange', hidden, { signal })
  const left = () => {
    keeper.leave()
    copies.leave()
  }
  window.addEventListener('pagehide', left, { signal })
  // After a return from the back/forward cache, unsent input belongs to this window again.
  window.addEventListener('pageshow', ({ persisted }) => persisted && keeper.isDirty() && keeper.touch(), { signal })
  window.addEventListener('online', () => void keeper.save(), { signal })
  const stop = () => {
    listening.abort()
    left()
    keeper.stop()
  }
  return { keeper, stop }
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
