import { RouterContextProvider, isRouteErrorResponse } from '#web/router/router.ts'
import { failureLog } from '#web/failure-log.ts'
import { recheckPermission } from '#web/recheck-permission.ts'
import { visitContext, type Visit } from '#web/context.ts'
import type { Hub } from '#web/hub.ts'
import type { Role } from '#web/roles.ts'
import { formToken } from '#web/form-token.server.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { assertDefined } from '#lib/assert-defined.ts'
import { readSession } from './session.server.ts'
import * as signInLinkPage from './sign-in-link-page.tsx'
import { createSignInLink } from './sign-in-links.server.ts'
import { addTestMember, addTestSeller, testPassword, totpCode } from './testing.ts'
import { beginTwoFactor, confirmTwoFactor, type TwoFactorSetup } from './two-factor.server.ts'

type Handler = (args: never) => Promise<unknown>

/** A page's loader and action. */
export interface TestPage {
  loader?: Handler
  action?: Handler
}

/** A response as the router would give it; `data` is passed to the component. */
export interface TestAnswer {
  status: number
  location: string | null
  headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any -- each page returns its own shape; tests read what they expect
  data: any
}

/** A browser for tests of pages: keeps cookies, sends the anti-forgery token, runs the real guard, loader and action. */
export class TestBrowser {
  readonly cookies = new Map<string, string>()
  readonly hub: Hub
  readonly clientIp: string
  locale = 'en'

  constructor(hub: Hub, { clientIp = '203.0.113.1' } = {}) {
    this.hub = hub
    this.clientIp = clientIp
  }

  get(page: TestPage, path: string, headers: Record<string, string> = {}): Promise<TestAnswer> {
    return this.#run(assertDefined(page.loader, 'it is a page that is read'), path, () => ({ headers }))
  }

  /**
   * Submits a form with this browser's token, or with `srt`; null omits a field, an array repeats it. `FormData` has
   * files.
   */
  post(
    page: TestPage,
    path: string,
    fields: FormData | Record<string, string | null | readonly string[]> = {},
    headers: Record<string, string> = {},
  ): Promise<TestAnswer> {
    return this.#run(assertDefined(page.action, 'it is a page that takes forms'), path, (srt) => {
      if (fields instanceof FormData) {
        const body = new FormData()
        body.set('srt', srt)
        for (const [name, value] of fields) body.append(name, value)
        return { method: 'POST', body, headers }
      }
      const given = Object.entries({ srt, ...fields }).flatMap(([name, value]) =>
        value === null ? [] : [value].flat().map((each): [string, string] => [name, each]),
      )
      return { method: 'POST', body: new URLSearchParams(given), headers }
    })
  }

  /** Text of a file that a loader sends. */
  async download(page: TestPage, path: string): Promise<string> {
    const answer = await this.#call(assertDefined(page.loader, 'it is a file that is read'), path, () => ({}))
    if (!(answer instanceof Response)) throw new Error(`${path} is no file`)
    return answer.text()
  }

  async #run(handler: Handler, path: string, init: (srt: string) => RequestInit): Promise<TestAnswer> {
    return this.#take(await this.#call(handler, path, init))
  }

  async #call(handler: Handler, path: string, init: (srt: string) => RequestInit): Promise<unknown> {
    const { hub, clientIp } = this
    const context = new RouterContextProvider()
    const logFailure = failureLog(hub.log, { requestId: 'test', path })
    const arrival = { hub, requestId: 'test', nonce: '', clientIp, logFailure, whenAnswered: () => {} }
    const recheck = recheckPermission(() => readSession(hub, this.request(path)))
    const again = async (): Promise<Visit> => {
      const signedIn = await recheck()
      const texts = textsFor(
        signedIn?.member.preferences.locale ?? this.locale,
        signedIn?.member.preferences.timeZone ?? 'UTC',
      )
      const srt = formToken(hub.secret, signedIn, 'test')
      return { ...arrival, signedIn, texts, srt, reader: '', isAnswer: false, again }
    }
    const visit = await again()
    const { srt } = visit
    context.set(visitContext, visit)
    const request = this.request(path, init(srt))
    const url = new URL(request.url)
    const call = async () => handler({ request, url, pattern: url.pathname.slice(1), params: {}, context } as never)
    return call().catch((thrown: unknown) => thrown)
  }

  /** A request of this browser, for functions that need one. */
  request(path: string, init: RequestInit = {}): Request {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return new Request(new URL(path, this.hub.config.publicUrl), {
      ...init,
      headers: { 'user-agent': firefox, ...init.headers, cookie },
    })
  }

  #take(answer: unknown): TestAnswer {
    if (answer instanceof Error) throw answer
    const headers = headersOf(answer)
    this.take(headers)
    return { status: statusOf(answer), location: headers.get('location'), headers, data: dataOf(answer) }
  }

  /** Stores the cookies of a response. */
  take(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [pair = '', ...attributes] = cookie.split('; ')
      const name = pair.slice(0, pair.indexOf('='))
      if (attributes.includes('Max-Age=0')) this.cookies.delete(name)
      else this.cookies.set(name, pair.slice(name.length + 1))
    }
  }
}

/** A browser signed in by a one-time link, since password checks are slow. */
export async function signedInBrowser(hub: Hub, email: string): Promise<TestBrowser> {
  const browser = new TestBrowser(hub)
  const link = new URL(await createSignInLink(hub, email))
  const { status } = await browser.get(signInLinkPage, link.pathname + link.search)
  if (status !== 302) throw new Error(`${email} could not sign in: ${status}`)
  return browser
}

/** Adds a member to a seller's team, and signs them in. */
export async function addTestColleague(hub: Hub, sellerId: number, role: Role, name: string = role) {
  const { id, email } = await addTestMember(hub, { name })
  await hub.db.owner.insertInto('memberships').values({ seller_id: sellerId, member_id: id, role }).execute()
  return signedInBrowser(hub, email)
}

/** Adds a seller with a member who is signed in. */
export async function addTestShop(hub: Hub, { role = 'owner', name }: { role?: Role; name?: string } = {}) {
  const member = await addTestMember(hub, name === undefined ? {} : { name })
  const sellerId = await addTestSeller(hub.db, { [member.id]: role })
  return { sellerId, member, browser: await signedInBrowser(hub, member.email) }
}

/** Turns on two-step sign-in for a member with `testPassword`. */
export async function withTwoFactor(hub: Hub, member: { id: string; email: string }): Promise<TwoFactorSetup> {
  const browser = await signedInBrowser(hub, member.email)
  const client = { request: browser.request('/'), clientIp: browser.clientIp, memberId: member.id }
  const started = await beginTwoFactor(hub, { ...client, password: testPassword })
  if (!started.ok) throw new Error(started.reason)
  const confirmed = await confirmTwoFactor(hub, { ...client, code: totpCode(started.setup.secret) })
  if (!confirmed.ok) throw new Error(confirmed.reason)
  return started.setup
}

/** A User-Agent of a common browser. */
export const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

interface WithInit {
  type: 'DataWithResponseInit'
  data: unknown
  init: ResponseInit | null
}

function withInit(answer: unknown): WithInit | null {
  const made = answer as WithInit | null
  return made?.type === 'DataWithResponseInit' ? made : null
}

function headersOf(answer: unknown): Headers {
  return answer instanceof Response ? answer.headers : new Headers(withInit(answer)?.init?.headers)
}

function statusOf(answer: unknown): number {
  if (answer instanceof Response || isRouteErrorResponse(answer)) return answer.status
  return withInit(answer)?.init?.status ?? 200
}

function dataOf(answer: unknown): unknown {
  if (answer instanceof Response) return null
  return withInit(answer)?.data ?? answer
}
