import { pino, type Logger } from 'pino'
import type { Database } from '#db/client.ts'
import { createAuth, type Auth } from './auth.server.ts'
import { createMailer, type Mail, type Mailer } from './mailer.server.ts'
import type { Role } from './roles.ts'

export const testPassword = 'correct horse battery'

/** A hub on a test's database: what accounts need of one process. Two of them share nothing but the database. */
export interface TestHub {
  config: {
    publicUrl: string
    brand: { name: string; supportEmail: string | null }
    nodeEnv: 'test'
  }
  db: Database
  secret: string
  log: Logger
  now: () => Date
  auth: Auth
  mailer: Mailer
  /** What was sent so far. */
  mails: Mail[]
}

/** Makes a hub process on `db`; `now` moves its clock. */
export function testHub(db: Database, { publicUrl = 'http://localhost:3000', now = () => new Date() } = {}): TestHub {
  const log: Logger = pino({ enabled: false })
  const secret = 'a secret of the tests that is long enough'
  const config = { publicUrl, brand: { name: 'Seller Hub', supportEmail: null }, nodeEnv: 'test' as const }
  const mails: Mail[] = []
  const mailer = createMailer({
    config: { ...config, smtpUrl: null, mailFrom: 'hub@example.com' },
    log,
    transport: async (mail) => void mails.push(mail),
  })
  return { config, db, secret, log, now, auth: createAuth({ config, db, secret, log, now }), mailer, mails }
}

let lastMember = 0

/** Adds a member with `testPassword`; returns id and address. */
export async function addTestMember(
  hub: TestHub,
  { operator = false, name = 'Ada Example' } = {},
): Promise<{ id: string; email: string }> {
  const id = `member${++lastMember}`
  const email = `${id}@example.com`
  const password = await (await hub.auth.$context).password.hash(testPassword)
  await hub.db.owner.insertInto('members').values({ id, name, email, is_operator: operator }).execute()
  await hub.db.owner
    .insertInto('credentials')
    .values({ id, account_id: id, provider_id: 'credential', member_id: id, password })
    .execute()
  return { id, email }
}

let lastSeller = 0

/** Adds a seller, with these members in their roles; returns its id. */
export async function addTestSeller(db: Database, members: Record<string, Role> = {}): Promise<number> {
  const username = `seller${++lastSeller}`
  const { id } = await db.owner
    .insertInto('sellers')
    .values({
      username,
      display_name: username.toUpperCase(),
      registered_at: new Date('2020-01-01'),
      country: 'GB',
      time_zone: 'Europe/London',
      currency: 'GBP',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [member_id, role] of Object.entries(members)) {
    await db.owner.insertInto('memberships').values({ seller_id: id, member_id, role }).execute()
  }
  return id
}

/** A browser's request with the cookies that an answer has set. */
export function requestWith(cookies: Headers | string, path = '/', init: RequestInit = {}): Request {
  const cookie = typeof cookies === 'string' ? cookies : cookieHeader(cookies)
  return new Request(`http://localhost:3000${path}`, { ...init, headers: { ...init.headers, cookie } })
}

function cookieHeader(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .filter((pair) => !pair.endsWith('='))
    .join('; ')
}
