import { createServer } from 'node:http'
import { connect } from 'node:net'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { apiRoot } from '#api/marketplace-api.ts'
import { portOf } from '#lib/listening.ts'
import { closeIfLate } from './late-requests.ts'

/** Begins a request whose body does not come; returns what became of it by then. */
async function trickle(path: string, type: string) {
  const server = createServer((request) => {
    closeIfLate(request, path, 1)
    request.once('close', () => server.emit('outcome', 'closed'))
    // Later than the timer above.
    setTimeout(() => server.emit('outcome', 'waits'), 100)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const socket = connect(portOf(server), '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  socket.on('error', () => {})
  socket.write(`POST ${path} HTTP/1.1\r\nHost: hub\r\nContent-Type: ${type}\r\nContent-Length: 9\r\n\r\n{`)
  const [outcome] = await once(server, 'outcome')
  return outcome
}

it('closes requests that trickle, and leaves batches of programs', async () => {
  const batches = `${apiRoot}/sellers/s/orders`
  expect(await trickle('/sh/ord/tracking', 'multipart/form-data; boundary=x')).toBe('closed')
  expect(await trickle('/sh/ord/tracking', 'application/x-ndjson')).toBe('closed')
  expect(await trickle(batches, 'application/json')).toBe('closed')
  expect(await trickle(batches, 'application/x-ndjson')).toBe('waits')
})
