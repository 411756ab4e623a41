import type { Hono } from 'hono'
import type { Market } from './market.ts'
import type { VisitEnv } from './visit.ts'

/** Milliseconds between keep-alive messages, which detect closed connections. */
const signOfLife = 25_000

/** Notifies a buyer's open pages of order changes by server-sent events without content. */
export function addChanges(app: Hono<VisitEnv>, market: Market): void {
  app.get('/changes', (c) => {
    const { buyer } = c.get('visit')
    // 204 makes an EventSource stop reconnecting.
    if (buyer === null) return c.body(null, 204)
    let end = () => {}
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        const send = (text: string) => controller.enqueue(new TextEncoder().encode(text))
        const timer = setInterval(() => send(':\n\n'), signOfLife)
        const unlisten = market.changes.listen(buyer, () => send('data: changed\n\n'))
        end = () => {
          clearInterval(timer)
          unlisten()
        }
        send(':\n\n')
      },
      cancel: () => end(),
    })
    return c.body(stream, 200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' })
  })
}
