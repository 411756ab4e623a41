import type { EntryContext } from 'react-router'

/** Hydration data: complete, or partly still loading. */
type HydrationData = { all: string } | { parts: ReadableStream<Uint8Array> }

/** Reads the hydration data that is there by the next turn of the event loop; for nearly every page that is all. */
export async function readHydrationData({ serverHandoffStream: stream }: EntryContext): Promise<HydrationData> {
  if (!stream) return { all: '' }
  const reader = stream.getReader()
  const first: Uint8Array[] = []
  let next = reader.read()
  const soon = new Promise<null>((resolve) => void setImmediate(resolve, null))
  for (;;) {
    const read = await Promise.race([next, soon])
    if (read === null) break
    if (read.done) return { all: Buffer.concat(first).toString() }
    first.push(read.value)
    next = reader.read()
  }
  return {
    parts: new ReadableStream({
      start: (controller) => first.forEach((part) => controller.enqueue(part)),
      async pull(controller) {
        const { done, value } = await next
        if (done) return controller.close()
        controller.enqueue(value)
        next = reader.read()
      },
      cancel: (reason) => reader.cancel(reason),
    }),
  }
}

/** Passes complete data to the router as already read, with an empty stream. */
export function withHydrationData(entry: EntryContext, data: HydrationData): EntryContext {
  if ('parts' in data) return { ...entry, serverHandoffStream: data.parts }
  const read = Object.assign(Promise.resolve(), { result: { done: true, value: data.all } })
  return { ...entry, serverHandoffStream: new ReadableStream(), renderMeta: { streamCache: { 0: read } } }
}
