import { trackPlainPage } from '#web/site-speed/plain-tracker.ts'
import { conditionChanges, readMessage } from '#lib/frame-messages.ts'
import { refilterPath, type QueryChange } from '#lib/query.ts'
import { contentOnly } from './product-summary.ts'

// All browser code of the framed product summary (behaviour.md 6 and 7), bundled by `frame-script-plugin.ts`. The page
// is server-rendered; no framework.

/** Timeout in milliseconds, after which the page is loaded as a document and the browser shows the error. */
const answerTimeout = 10_000

// The page provides the URL: the path builder would be a tenth of this script.
const { tracking } = document.documentElement.dataset
if (tracking) trackPlainPage('product-summary', tracking)
mount()

/** Activates the page; runs again for new content. */
function mount(): void {
  const content = document.querySelector('section')
  if (!content) return
  const parents = parentOrigins(content.dataset.parents ?? '')
  // Not framed: no parent to notify.
  if (parents.length === 0) return
  const listening = new AbortController()
  const { signal } = listening
  // After a refused change there is no summary, but further changes are handled.
  const summary = JSON.parse(content.dataset.summary ?? 'null') as Record<string, unknown> | null
  if (summary) notifyParents(content, { summary, parents, signal })
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
  signal: AbortSignal
}

/** Notifies the parent of content, height, and clicks on insights. */
function notifyParents(content: HTMLElement, { summary, parents, signal }: Telling): void {
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
  // Calls back after the first layout and each change.
  observer.observe(content)
  signal.addEventListener('abort', () => observer.disconnect())

  const link = content.querySelector<HTMLAnchorElement>('[data-insights]')
  link?.removeAttribute('target')
  link?.querySelector('[data-new-window]')?.remove()
  const onClick = (event: MouseEvent) => {
    // With a modifier key the link opens its own window.
    if (!event.isTrusted || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    send('openProductInsights', { epid })
  }
  link?.addEventListener('click', onClick, { signal })
}

/** Possible origins of the parent: the actual one if known; empty if not framed. */
function parentOrigins(configured: string): string[] {
  if (window.parent === window) return []
  const allowed = [...new Set([window.location.origin, ...configured.split(' ').filter(Boolean)])]
  const ancestors = window.location.ancestorOrigins as DOMStringList | undefined
  return ancestors?.length ? allowed.filter((origin) => origin === ancestors[0]) : allowed
}

/**
 * Refilters without a router: fetches the page with another query and replaces the content. After a refusal everything
 * stays, and further changes are handled.
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
  // Remove the old content, which must not pass for the response.
  content.replaceChildren()
  content.ariaBusy = 'true'
  status?.replaceChildren()
  try {
    const next = await fetchContent(url)
    content.replaceWith(next)
    // The focused element is gone: focus the heading. Focus in the parent stays there.
    if (hadFocus && document.hasFocus()) next.querySelector('h1')?.focus({ preventScroll: true })
    status?.replaceChildren(status.dataset.updated ?? '')
    // Replaces the history entry: Back belongs to the parent.
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
