/** Dispatched on `window` before results load; `preventDefault()` cancels the load. */
export const beforeReload = 'hub:before-reload'
