// All that runs in the browser: the market works without it.

/** The hub's product summary in a frame: its height follows what it says, and it is told which condition is asked for. */
for (const frame of document.querySelectorAll('iframe[data-summary]')) {
  if (!(frame instanceof HTMLIFrameElement)) continue
  const { origin = '' } = frame.dataset
  const choice = document.querySelector('[data-summary-condition]')
  addEventListener('message', ({ source, origin: from, data }) => {
    if (source !== frame.contentWindow || from !== origin) return
    if (data?.type === 'loadProductInsightsData' && Number.isFinite(data.data?.contentHeight))
      frame.style.height = `${Math.min(600, data.data.contentHeight)}px`
    if (data?.type === 'openProductInsights') open(`${origin}/`, '_blank', 'noopener')
  })
  if (!(choice instanceof HTMLSelectElement)) continue
  choice.closest('[data-needs-script]')?.removeAttribute('hidden')
  choice.addEventListener('change', () => {
    const data = { fieldChanged: 'condition', condition: choice.value }
    frame.contentWindow?.postMessage({ type: 'conditionChange', data }, origin)
  })
}
