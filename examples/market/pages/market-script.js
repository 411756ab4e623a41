// All browser code; the market works without it.

for (const frame of document.querySelectorAll('iframe[data-summary]'))
  if (frame instanceof HTMLIFrameElement) followSummary(frame)
if (document.querySelector('[data-live]')) followOrders()

/**
 * The hub's product summary in a frame: it is as high as it says, is told which condition is asked for, and leads on to more of its kind.
 * @param {HTMLIFrameElement} frame
 */
function followSummary(frame) {
  const { origin = '', more = '/' } = frame.dataset
  addEventListener('message', ({ source, origin: from, data }) => {
    if (source !== frame.contentWindow || from !== origin) return
    if (data?.type === 'loadProductInsightsData' && Number.isFinite(data.data?.contentHeight))
      frame.style.height = `${Math.min(600, data.data.contentHeight)}px`
    if (data?.type === 'openProductInsights') location.assign(more)
  })
  const choice = document.querySelector('[data-summary-condition]')
  if (!(choice instanceof HTMLSelectElement)) return
  choice.closest('[data-needs-script]')?.removeAttribute('hidden')
  choice.addEventListener('change', () => {
    const data = { fieldChanged: 'condition', condition: choice.value }
    frame.contentWindow?.postMessage({ type: 'conditionChange', data }, origin)
  })
}

/** Updates order pages when something changes, without touching fields in use. */
function followOrders() {
  /** @type {EventSource | null} */
  let stream = null
  let hasListened = false
  const listen = () => {
    stream?.close()
    stream = null
    if (document.hidden) return
    // Changes may have been missed while the page was hidden.
    if (hasListened) void refresh()
    hasListened = true
    stream = new EventSource('/changes')
    stream.addEventListener('message', () => void refresh())
  }
  document.addEventListener('visibilitychange', listen)
  // Apply deferred updates when a part is no longer in use; by then focus has moved.
  for (const leaving of ['focusout', 'toggle'])
    document.addEventListener(leaving, () => setTimeout(() => void (hasLeftOut && refresh())), true)
  listen()
}

/** Whether updates of parts in use were deferred. */
let hasLeftOut = false

async function refresh() {
  const answer = await fetch(location.href).catch(() => null)
  if (!answer?.ok || answer.redirected) return
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html')
  hasLeftOut = false
  for (const part of document.querySelectorAll('[data-live]')) {
    const name = part.getAttribute('data-live')
    const found = fresh.querySelector(`[data-live="${name}"]`)
    if (!found || found.innerHTML === part.innerHTML) continue
    if (isTypedInto(part)) hasLeftOut = true
    else part.replaceWith(found)
  }
}

/** @param {Element} part */
function isTypedInto(part) {
  // An open fold is in use.
  if (part.contains(document.activeElement) || part.querySelector('details[open]')) return true
  return [...part.querySelectorAll('input, textarea')].some(
    (field) =>
      (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) && field.value !== field.defaultValue,
  )
}
