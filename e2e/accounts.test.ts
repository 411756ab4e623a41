import { describe, expect, it } from 'vitest'
import { countAttempts } from '#features/people/accounts/attempts.server.ts'
import { withTwoFactor } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, testPassword, totpCode } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import { testHub } from './testing.ts'

// Behind a proxy, so that clients have their own addresses; in development, mails are logged.
const test = await testHub({ data: 'empty', env: { NODE_ENV: 'development', TRUST_PROXY: 'on' } })

/** A browser as the server sees it: an address, cookies, and forms with their page's token. */
class Client {
  readonly #cookies = new Map<string, string>()
  readonly #address: string
  #srt: string | undefined

  constructor(address: string) {
    this.#address = address
  }

  async post(path: string, fields: Record<string, string>): Promise<Response> {
    const srt = await this.token(path)
    return this.#ask(path, { method: 'POST', body: new URLSearchParams({ srt, ...fields }) })
  }

  /** The anti-forgery token in the form of a page. */
  async token(path: string = paths.signIn): Promise<string> {
    this.#srt ??= /name="srt" value="([^"]+)"/.exec(await (await this.#ask(path)).text())![1]!
    return this.#srt
  }

  signIn(email: string, password: string): Promise<Response> {
    return this.post(paths.signIn, { email, password })
  }

  async #ask(path: string, init: RequestInit = {}): Promise<Response> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ')
    const headers = { cookie, origin: test.url, 'x-forwarded-for': this.#address }
    const ask = () => fetch(new URL(path, test.url), { ...init, headers, redirect: 'manual' })
    let response = await ask()
    // On a busy machine there may be no free connection: retry.
    while (response.status === 503) response = await ask()
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      if (/Max-Age=0/i.test(set)) this.#cookies.delete(name!)
      else this.#cookies.set(name!, value!)
    }
    return response
  }

  /** Drops the session, as closing the browser does; the known-browser cookie stays. */
  close(): void {
    this.#cookies.delete('hub.session_token')
    this.#srt = undefined
  }
}

/** Clients with different addresses: 10.`net`.0.1 and up. */
const clients = (net: number, count: number) =>
  Array.from({ length: count }, (_, index) => new Client(`10.${net}.0.${index + 1}`))

/** Tries wrong passwords from all of these clients as fast as possible while `work` runs. */
async function whileHammered<T>(email: string, attackers: Client[], work: () => Promise<T>): Promise<T> {
  const over = new AbortController()
  const usedUp = Promise.withResolvers<void>()
  const hammering = attackers.map(async (attacker) => {
    for (let round = 0; !over.signal.aborted; round++) {
      const { status } = await attacker.signIn(email, `a guess ${round}`)
      expect([422, 429]).toContain(status)
      // A client may try ten: one that is refused earlier shows that the account's limit for strangers is reached.
      if (status === 429 && round < 10) usedUp.resolve()
    }
  })
  try {
    await usedUp.promise
    return await work()
  } finally {
    over.abort()
    await Promise.all(hammering)
  }
}

it('a browser in which nobody is signed in has an anti-forgery token of its own: another one’s is refused', async () => {
  const [one, other] = clients(5, 2) as [Client, Client]
  const form = { email: 'nobody@example.com', password: 'a guess' }
  expect((await one.post(paths.signIn, form)).status).toBe(422)
  const own = await other.token()
  expect(own).not.toBe(await one.token())
  const refused = await one.post(paths.signIn, { ...form, srt: own })
  expect(refused.status).toBe(403)
  // Browsers that refuse cookies get this page again, with advice.
  expect(await refused.text()).toContain('allow cookies for this site')
  expect((await other.post(paths.signIn, form)).status).toBe(422)
})

describe('an account under attack', () => {
  it('has ten wrong codes judged, of any number that come at the same moment', async () => {
    const member = await addTestMember(test.hub)
    const { secret } = await withTwoFactor(test.hub, member)
    const right = totpCode(secret)
    const attackers = clients(1, 14)
    for (const attacker of attackers) expect((await attacker.signIn(member.email, testPassword)).status).toBe(303)
    const codes = Array.from({ length: 20 }, (_, index) => String(100_000 + index)).filter((code) => code !== right)
    const answers = await Promise.all(
      attackers.map(async (attacker, index) => {
        const answer = await attacker.post(paths.signInCode, { code: codes[index]! })
        return { status: answer.status, text: await answer.text() }
      }),
    )
    expect(answers.filter(({ text }) => text.includes('That code is not right'))).toHaveLength(10)
    const refused = answers.filter(({ text }) => !text.includes('That code is not right'))
    expect(refused.map(({ status }) => status)).toEqual([429, 429, 429, 429])
    expect(refused[0]!.text).toContain('somebody knows your password')
  })

  it('is not shut by one who guesses, and only he has to wait', async () => {
    const { email } = await addTestMember(test.hub)
    const [attacker, member] = clients(2, 2) as [Client, Client]
    expect((await attacker.signIn(email, 'a guess')).status).toBe(422)
    const statuses = await Promise.all(Array.from({ length: 60 }, () => attacker.signIn(email, 'a guess')))
    expect(statuses.filter(({ status }) => status === 422)).toHaveLength(9)
    expect((await attacker.signIn(email, testPassword)).status).toBe(429)
    expect((await member.signIn(email, testPassword)).status).toBe(303)
  })

  it('lets its member in from a browser it knows, and by the link in the mail, while many addresses guess', async () => {
    const { email } = await addTestMember(test.hub)
    const [known, stranger, mailed] = clients(3, 3) as [Client, Client, Client]
    expect((await known.signIn(email, testPassword)).status).toBe(303)
    known.close()
    for (let i = 0; i < 40; i++) await countAttempts(test.hub, [['sign-in-email', email]])
    // One attacker shares the member's address.
    const attackers = [...clients(4, 2), new Client('10.3.0.1')]
    await whileHammered(email, attackers, async () => {
      const refused = await stranger.signIn(email, testPassword)
      expect(refused.status).toBe(429)
      expect(await refused.text()).toContain('or set a new password now')
      expect((await known.signIn(email, testPassword)).status).toBe(303)

      expect((await mailed.post(paths.forgotPassword, { email })).status).toBe(200)
      await test.hub.mailer.idle()
      const mail = test.log.findLast((line) => JSON.stringify(line).includes('reset-password'))
      const link = new URL(/http:\/\/[^\s"\\]+reset-password[^\s"\\]*/.exec(JSON.stringify(mail))![0])
      const password = 'another horse battery'
      const set = await mailed.post(link.pathname + link.search, { password, repeat: password })
      expect(set.headers.get('location')).toBe(`${paths.signIn}?done=password-set`)
      expect((await mailed.signIn(email, password)).status).toBe(303)
      // A new password forgets other browsers, so that a stolen cookie is worthless.
      known.close()
      expect((await known.signIn(email, password)).status).toBe(429)
    })
  })
})
