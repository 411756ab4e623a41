import { trackPlainPage } from '#web/tracking/plain-tracker.ts'
import { conditionChanges, readMessage } from '#lib/frame-messages.ts'
import { refilterPath, type QueryChange } from '#lib/query.ts'
import { contentOnly } from './product-summary.ts'

// All code of the framed product summary that runs in the browser (behaviour.md 6 and 7); `frame-script-plugin.ts` makes
// one small script of it. The page itself was rendered on the server; no framework is here.

/** Longer than this an answer is not waited for: the page is loaded whole then, and the browser says what is wrong. */
const answerTimeout = 10_000

// The page says where to: all that spells addresses would be a tenth of this script.
const { tracking } = document.documentElement.dataset
if (tracking) trackPlainPage('product-summary', tracking)
mount()

/** Brings the page to life; runs anew for each content. */
function mount(): void {
  const content = document.querySelector('section')
  if (!content) return
  const parents = parentOrigins(content.dataset.parents ?? '')
  // Not framed, there is nobody to talk to.
  if (parents.length === 0) return
  const listening = new AbortController()
  const { signal } = listening
  // Where a change was refused there is no summary to tell of, but the next change is heard.
  const summary = JSON.parse(content.dataset.summary ?? 'null') as Record<string, unknown> | null
  if (summary) tellParents(content, { summary, parents, signal })
  const onMessage = (event: MessageEvent) => {
    const message = readMessage(event, { window: window.parent, origins: parents })
    const changes = message?.type === 'conditionChange' ? conditionChanges(message.data) : null
    if (changes) void reload(content, changes, listening)
  }
  window.addEventListener('message', onMessage, { signal })
}

interface Telling {
  summary: Record<string, unknown>
  parents: string[]
  /** Ends it. */
  signal: AbortSignal
}

/** Tells the parents what is shown and how high it is, and that the member asks for the insights. */
function tellParents(content: HTMLElement, { summary, parents, signal }: Telling): void {
  const send = (type: string, data: unknown) => {
    for (const origin of parents) window.parent.postMessage({ type, data }, origin)
  }
  const { listingId, epid, displayPrice, additionalPrice, logisticsCost } = summary

  let sentHeight = -1
  const observer = new ResizeObserver(() => {
    const contentHeight = Math.ceil(content.getBoundingClientRect().height)
    if (contentHeight === sentHeight) return
    sentHeight = contentHeight
    send('loadProductInsightsData', { listingId, epid, displayPrice, additionalPrice, logisticsCost, contentHeight })
  })
  // It calls back once after the first layout, and then with each change.
  observer.observe(content)
  signal.addEventListener('abort', () => observer.disconnect())

  const link = content.querySelector<HTMLAnchorElement>('[data-insights]')
  link?.removeAttribute('target')
  link?.querySelector('[data-new-window]')?.remove()
  const onClick = (event: MouseEvent) => {
    // With a key held the member wants a window of their own, which the link gives.
    if (!event.isTrusted || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    send('openProductInsights', { epid })
  }
  link?.addEventListener('click', onClick, { signal })
}

/** The origins at which the parent may be: the one it is at, where the browser tells; none where there is no parent. */
function parentOrigins(configured: string): string[] {
  if (window.parent === window) return []
  const allowed = [...new Set([window.location.origin, ...configured.split(' ').filter(Boolean)])]
  const ancestors = window.location.ancestorOrigins as DOMStringList | undefined
  return ancestors?.length ? allowed.filter((origin) => origin === ancestors[0]) : allowed
}

/**
 * Re-filtering without a router: fetches the page with another query and puts its content in place of this one, whose
 * `listening` ends. Where that is refused, all stays as it is, and the next change is heard.
 */
async function reload(
  content: HTMLElement,
  changes: readonly QueryChange[],
  listening: AbortController,
): Promise<void> {
  const url = refilterPath(window.location, changes)
  const before = new CustomEvent('hub:before-reload', { cancelable: true, detail: { url, changes } })
  if (!window.dispatchEvent(before)) return
  listening.abort()
  const status = document.querySelector<HTMLElement>('[role=status]')
  const hadFocus = content.contains(document.activeElement)
  // What was shown is of what was before: nobody is to take it for the answer.
  content.replaceChildren()
  content.ariaBusy = 'true'
  status?.replaceChildren()
  try {
    const next = await fetchContent(url)
    content.replaceWith(next)
    // The element that had focus is gone: the heading says where the reader is. Who works in the parent stays there.
    if (hadFocus && document.hasFocus()) next.querySelector('h1')?.focus({ preventScroll: true })
    status?.replaceChildren(status.dataset.updated ?? '')
    // Not a step of its own: Back belongs to the parent, whose form says which summary is wanted.
    window.history.replaceState(null, '', url)
    mount()
    window.dispatchEvent(new CustomEvent('hub:after-reload', { detail: { url, ok: true } }))
  } catch (error) {
    window.dispatchEvent(new CustomEvent('hub:after-reload', { detail: { url, ok: false, error } }))
    window.location.replace(url)
  }
}

async function fetchContent(url: string): Promise<HTMLElement> {
  const response = await fetch(url, {
    headers: { [contentOnly]: '1' },
    signal: AbortSignal.timeout(answerTimeout),
  })
  if (!response.ok || response.redirected) throw new Error(`${url} was answered with ${response.status}`)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const content = page.querySelector<HTMLElement>('section[data-summary]')
  if (!content) throw new Error(`${url} is no product summary`)
  return content
}
