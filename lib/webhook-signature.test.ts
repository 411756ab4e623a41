import { readFile } from 'node:fs/promises'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { newSecret, signedHeaders } from './webhook-signature.ts'

type IsFromHub = (secret: string, headers: Record<string, string>, body: string) => boolean

/** The function in docs/connect.md for receivers without a library. */
async function documented(): Promise<IsFromHub> {
  const text = await readFile(new URL('../docs/connect.md', import.meta.url), 'utf8')
  const [, code] = /```js\n([^]*?)```/.exec(text)!
  const url = `data:text/javascript,${encodeURIComponent(`${code}\nexport { isFromHub }`)}`
  return ((await import(/* @vite-ignore */ url)) as { isFromHub: IsFromHub }).isFromHub
}

describe('a signature', () => {
  const body = '{"id":"evt_1","text":"Grüße"}'
  const [secret, former] = [newSecret(), newSecret()]
  const headers = signedHeaders({ id: 'evt_1', at: new Date(), body, secrets: [secret, former] })

  it('is compatible with the Standard Webhooks library, with each secret', () => {
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    const signs = [secret, former].map((key) => new Webhook(key).sign('evt_1', at, body))
    expect(headers['webhook-signature']).toBe(signs.join(' '))
    for (const key of [secret, former]) expect(new Webhook(key).verify(body, headers)).toEqual(JSON.parse(body))
  })

  it('is verified by the function of docs/connect.md, which rejects anything else', async () => {
    const isFromHub = await documented()
    const old = signedHeaders({ id: 'evt_1', at: new Date(Date.now() - 600_000), body, secrets: [secret] })
    expect([isFromHub(secret, headers, body), isFromHub(former, headers, body)]).toEqual([true, true])
    const others: [string, Record<string, string>, string][] = [
      [newSecret(), headers, body],
      [secret, headers, `${body} `],
      [secret, { ...headers, 'webhook-id': 'evt_2' }, body],
      [secret, { ...headers, 'webhook-signature': 'v1,x' }, body],
      [secret, old, body],
    ]
    expect(others.map((other) => isFromHub(...other))).toEqual(Array(5).fill(false))
  })
})
