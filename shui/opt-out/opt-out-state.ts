export type OptOutState = 'closed' | 'switch' | 'waiting' | 'success' | 'failed'

export type OptOutEvent = 'open' | 'close' | 'send' | 'succeeded' | 'failed'

const next: Readonly<Record<OptOutState, Partial<Record<OptOutEvent, OptOutState>>>> = {
  closed: { open: 'switch' },
  switch: { close: 'closed', send: 'waiting' },
  waiting: { close: 'closed', succeeded: 'success', failed: 'failed' },
  success: { close: 'closed' },
  failed: { close: 'closed' },
}

/** State reducer of the dialog. Unexpected events, such as late responses, are ignored. */
export function nextOptOut(state: OptOutState, event: OptOutEvent): OptOutState {
  return next[state][event] ?? state
}
