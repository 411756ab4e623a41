import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { portOf } from '#lib/listening.ts'
import { openHubClient, StoppedError, StoryError, type Clock } from './hub-client.ts'

/** A hub with scripted responses, the last one repeated; null breaks the connection. */
async function hub(...answers: ({ status: number; body?: object; headers?: Record<string, string> } | null)[]) {
  const asked: { path: string; key: string | undefined; body: string }[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    asked.push({ path: request.url!, key: request.headers['idempotency-key'] as string | undefined, body })
    const told = answers[Math.min(asked.length, answers.length) - 1]
    if (!told) return void request.socket.destroy()
    response.writeHead(told.status, { 'content-type': 'application/json', ...told.headers })
    response.end(JSON.stringify(told.body ?? {}))
  }
  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => server.close().closeAllConnections())
  let time = 0
  const pauses: number[] = []
  const clock: Clock = {
    now: () => time,
    sleep: async (milliseconds) => {
      pauses.push(milliseconds)
      time += milliseconds
    },
  }
  const said: string[] = []
  const enough = new AbortController()
  const url = `http://127.0.0.1:${portOf(server)}`
  const client = openHubClient({ url, key: 'hub_x', clock, say: (line) => said.push(line), signal: enough.signal })
  return { client, asked, pauses, said, enough }
}

const order = { method: 'POST', path: '/sellers/lens/orders', body: { id: 'sim-1-1' } } as const
const problem = (code: string) => ({ type: `urn:seller-hub:problem:${code}`, title: code, status: 400 })

describe('an unavailable hub', () => {
  it('gets the same request with the same key until it answers, with increasing pauses', async () => {
    const away = await hub(null, null, { status: 503 }, null, { status: 500 }, { status: 201, body: { id: 'sim-1-1' } })
    expect(await away.client.ask(order)).toEqual({ ok: true, body: { id: 'sim-1-1' } })
    expect(away.asked).toHaveLength(6)
    expect(new Set(away.asked.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(away.asked[0]!.key).toMatch(/^simulate-[\w-]{43}$/)
    expect(away.pauses).toEqual(away.pauses.toSorted((a, b) => a - b))
    expect(away.said.at(-1)).toMatch(/^The hub responds again after \d+ s\.$/)
  })

  it('is left when the user stops', async () => {
    const away = await hub(null)
    const asking = away.client.ask(order)
    away.enough.abort()
    await expect(asking).rejects.toThrow(StoppedError)
  })

  it('waits as long as the hub asks after too many requests, and for a request in progress', async () => {
    const busy = await hub(
      { status: 429, headers: { 'retry-after': '7' } },
      { status: 409, body: problem('key-in-progress') },
      { status: 200, body: {} },
    )
    expect((await busy.client.ask(order)).ok).toBe(true)
    expect(busy.pauses[0]).toBe(7_000)
    expect(busy.asked).toHaveLength(3)
  })
})

describe('other failures', () => {
  it('are reported at once: a refusal, and a lasting server error', async () => {
    const refusing = await hub({ status: 409, body: { ...problem('not-enough-stock'), available: 2 } })
    expect(await refusing.client.ask(order)).toMatchObject({ ok: false, status: 409, problem: { available: 2 } })
    const failing = await hub({ status: 500, body: problem('internal') })
    expect(await failing.client.ask(order)).toMatchObject({ ok: false, status: 500 })
    expect(failing.asked).toHaveLength(4)
  })

  it('end the simulation if the key is rejected', async () => {
    const strict = await hub({ status: 403, body: problem('missing-scope') })
    await expect(strict.client.ask(order)).rejects.toThrow(StoryError)
    expect(strict.asked).toHaveLength(1)
  })
})
