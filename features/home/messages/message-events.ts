export const maxEvents = 20

/** A browser's report, by message key. */
export interface MessageEventsForm {
  shown: string[]
  closed: string[]
}

export function readMessageEvents(form: FormData): MessageEventsForm | null {
  const events = { shown: form.getAll('shown'), closed: form.getAll('closed') }
  const all = [...events.shown, ...events.closed]
  if (all.length === 0 || all.length > maxEvents || !all.every(isMessageKey)) return null
  return events as MessageEventsForm
}

export function isMessageKey(value: FormDataEntryValue): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 200 && !value.includes('\0')
}

export type MessageEvent = ['shown' | 'closed', string]

/** Batches events of the same moment, such as messages shown together, into one report. */
export function gatherMessageEvents(send: (events: MessageEvent[]) => void) {
  const events: MessageEvent[] = []
  const add = (event: MessageEvent[0]) => (key: string) => {
    if (events.push([event, key]) === 1) queueMicrotask(() => send(events.splice(0)))
  }
  return { onShown: add('shown'), onClosed: add('closed') }
}
