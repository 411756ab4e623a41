import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { newSecret } from '#features/webhooks/signature.ts'
import { addTestListing } from './testing-orders.ts'
import { testApi, type TestApi } from './testing.ts'

/** The commands of the guide, each with the status that it says it gets. */
const guide = readFileSync(new URL('../docs/connect.md', import.meta.url), 'utf8')
const commands = [...guide.matchAll(/```sh\n(curl [^]*?) # (\d{3})\n```/g)].map(([, command = '', status]) => ({
  command,
  status: Number(status),
}))

/** A command's words, as a shell reads them: quotes, variables and lines that go on. */
function wordsOf(command: string, variables: Record<string, string>): string[] {
  const expand = (text: string) => text.replaceAll(/\$(\w+)/g, (_, name: string) => variables[name]!)
  const words: string[] = []
  let word: string | null = null
  for (const [part] of command.matchAll(/\\\n|\s+|'[^']*'|"[^"]*"|[^\s'"\\]+/g)) {
    if (/^(\\\n|\s+)$/.test(part)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + (part.startsWith("'") ? part.slice(1, -1) : expand(part.replaceAll('"', '')))
  }
  return word === null ? words : [...words, word]
}

/** What curl would send. */
function requestOf([, ...words]: string[]) {
  const asked = { method: 'GET', url: '', headers: {} as Record<string, string>, body: undefined as string | undefined }
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at]!
    if (word === '-X') asked.method = words[++at]!
    else if (word === '-d' || word === '--data-binary') asked.body = words[++at]!
    else if (word === '-H') {
      const [name = '', value = ''] = words[++at]!.split(/: (.*)/)
      asked.headers[name.toLowerCase()] = value
    } else asked.url = word
  }
  return asked
}

let api: TestApi
let variables: Record<string, string>

beforeAll(async () => {
  const db = await testDatabase()
  api = await testApi(db, { now: () => new Date('2026-11-22T10:00:00Z') })
  variables = { HUB: '', KEY: api.key, SELLER: 's-42', ITEM: '', NOW: '2026-11-22T09:30:00Z', SECRET: newSecret() }
})

describe('docs/connect.md', () => {
  it('has commands', () => expect(commands.length).toBeGreaterThan(6))

  it('says what each of its commands gets, one after the other', async () => {
    for (const { command, status } of commands) {
      const { method, url, headers, body } = requestOf(wordsOf(command, variables))
      const answer = await api.ask(method, url, { key: null, headers, body })
      expect([answer.status, answer.body], command).toEqual([status, expect.anything()])
      if (url === '/sellers/s-42') variables.ITEM = await listSomething()
      if (headers['content-type'] === 'application/x-ndjson')
        expect(answer.body).toMatch(/^\{"line":2,"status":201.*\n\{"line":3,"status":422.*\n$/)
    }
  })
})

async function listSomething(): Promise<string> {
  const { db } = api.hub
  const seller = await db.owner
    .selectFrom('sellers')
    .select('id')
    .where('external_id', '=', 's-42')
    .executeTakeFirstOrThrow()
  return addTestListing(db, { sellerId: seller.id, quantity: 10 })
}
