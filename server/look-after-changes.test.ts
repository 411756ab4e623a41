import { createServer } from 'node:http'
import { expect, it, onTestFinished } from 'vitest'
import { portOf } from '#lib/listening.ts'
import { lookAfterChanges } from './look-after-changes.ts'

it('events are looked for once a request that may change something is answered, and after no other', async () => {
  const done: string[] = []
  const answer = lookAfterChanges(
    (request, response) => {
      done.push(`${request.method}`)
      response.end()
    },
    () => done.push('look'),
  )
  const server = createServer(answer)
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => server.close().closeAllConnections())
  const url = `http://127.0.0.1:${portOf(server)}`
  await fetch(url)
  await fetch(url, { method: 'POST' })
  await expect.poll(() => done).toEqual(['GET', 'POST', 'look'])
})
