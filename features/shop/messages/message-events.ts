/** What a browser may tell about messages at once, at most. */
export const mostEvents = 20

/** What a browser says about messages, by key. */
export interface MessageEventsForm {
  shown: string[]
  closed: string[]
}

/** Reads a report of a browser; null where it is none. */
export function readMessageEvents(form: FormData): MessageEventsForm | null {
  const events = { shown: form.getAll('shown'), closed: form.getAll('closed') }
  const all = [...events.shown, ...events.closed]
  if (all.length === 0 || all.length > mostEvents || !all.every(isMessageKey)) return null
  return events as MessageEventsForm
}

/** Whether a form's value can be the key of a message at all. */
export function isMessageKey(value: FormDataEntryValue): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 200 && !value.includes('\0')
}

/** Something that happened to a message, by its key. */
export type MessageEvent = ['shown' | 'closed', string]

/** Gathers what happens at one moment, such as the messages of a page that show together, and sends it as one. */
export function gatherMessageEvents(send: (events: MessageEvent[]) => void) {
  const events: MessageEvent[] = []
  const add = (event: MessageEvent[0]) => (key: string) => {
    if (events.push([event, key]) === 1) queueMicrotask(() => send(events.splice(0)))
  }
  return { onShown: add('shown'), onClosed: add('closed') }
}
