import { addRows } from '#db/testing-row.ts'
import { createChangeStreams } from '#features/machinery/live/change-streams.server.ts'
import { createHash, createHmac } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { pino, type Logger } from 'pino'
import type { Hub } from '#web/hub.ts'
import type { Database } from '#db/client.ts'
import type { NewRow } from '#db/schema.ts'
import { addSeller } from '#db/testing-seller.ts'
import { testDatabase, type TestDatabase } from '#db/testing.ts'
import { testCarriers } from '#features/shipping/fulfilment/testing.ts'
import { testPolicyPack } from '#features/core/policy-pack/testing.ts'
import { createPaymentBooks } from '#features/after-sale/refunds/payment-side.ts'
import { reportedPayouts } from '#features/payments/payouts/payout-side.ts'
import { readTaxonomy } from '#features/core/listing/taxonomy-file.ts'
import { postRefunded } from '#features/after-sale/refunds/post-refunded-db.server.ts'
import { caseRefundFollower } from '#features/after-sale/cases/due-cases.server.ts'
import { createExportSlots } from '#features/machinery/grid/export-slots.server.ts'
import { createPictureService } from '#features/core/listing-pictures/picture-service.server.ts'
import { createMemberSlots } from '#web/member-slots.ts'
import { messagesHeadStartMs, sideCountTimeoutMs } from '#web/side-count.ts'
import { createAuth, type PasswordHashing } from './auth.server.ts'
import { createMailer, type Mail } from './mailer.server.ts'
import type { Role } from '#web/roles.ts'

export const testPassword = 'correct horse battery'

/** The services of a hub process on a test database, without a server (`e2e/testing.ts` has one). Two share only the database. */
export interface TestServices extends Hub {
  /** What was sent so far. */
  mails: Mail[]
}

/** A fast hash: the hub's own takes 0.08 s and is tested by `auth.db.test.ts` and the journeys. */
const hashOf = (password: string) => createHash('sha256').update(password).digest('hex')
export const quickPasswords: PasswordHashing = {
  hash: async (password) => hashOf(password),
  verify: async ({ hash, password }) => hash === hashOf(password),
}

const testSecret = 'a secret of the tests that is long enough'

/** A hub process on a database of its own, whose clock stands at a moment; by default it runs. */
export async function testHubAt(moment?: string): Promise<{ db: TestDatabase; hub: TestServices; now: Date }> {
  const db = await testDatabase()
  const now = moment === undefined ? new Date() : new Date(moment)
  return { db, hub: moment === undefined ? testServices(db) : testServices(db, { now: () => now }), now }
}

/** Creates a hub process on `db`; `now` sets its clock. */
export function testServices(
  db: Database,
  { publicUrl = 'http://localhost:3000', now = () => new Date(), secret = testSecret, passwords = quickPasswords } = {},
): TestServices {
  const log: Logger = pino({ enabled: false })
  const config: Hub['config'] = {
    publicUrl,
    defaultLocale: 'en',
    storeUrl: null,
    listingUrl: null,
    brand: { name: 'Seller Hub', logoUrl: null, accent: null, accentDark: null, supportEmail: null },
    guides: fileURLToPath(new URL('../../../docs/guide', import.meta.url)),
    optOut: {},
    previousToolOrigins: [],
    taxonomy: readTaxonomy(new URL('../../../marketplace/taxonomy/general.json', import.meta.url)),
    policyPack: testPolicyPack,
    carriers: testCarriers,
    productSummaryParents: [],
    webhookNetworks: ['127.0.0.0/8'],
    ownWebhook: null,
    ownCarrier: null,
    demoSignIn: [],
    tracking: { on: false, members: false, days: 1, cookieDays: 0 },
    researchBound: { sales: 5, sellers: 3 },
  }
  const mails: Mail[] = []
  const mailer = createMailer({
    config: { smtpUrl: null, mailFrom: 'hub@example.com', nodeEnv: 'test' },
    log,
    transport: async (mail) => void mails.push(mail),
  })
  const pictures = createPictureService({ dataDir: './data', s3: null })
  const exports = createExportSlots(4)
  const auth = createAuth({ config, db, secret, log, now, passwords })
  const refunds: Hub['refunds'] = {
    payments: createPaymentBooks(testPolicyPack.deadlines),
    followers: [caseRefundFollower(testPolicyPack), postRefunded(config)],
  }
  const payouts = reportedPayouts
  const live = createChangeStreams({ start: () => {}, stop: async () => {} })
  const turns = createMemberSlots()
  const sideTimeoutMs = sideCountTimeoutMs
  return {
    config,
    db,
    secret,
    log,
    now,
    auth,
    mailer,
    pictures,
    exports,
    refunds,
    payouts,
    live,
    turns,
    sideTimeoutMs,
    messagesHeadStartMs,
    // Tests work on runs themselves.
    wakeLabels: async () => {},
    wakeFileRuns: async () => {},
    mails,
  }
}

/** A test name with a padded number: names sort in the order of their numbers, also from 99 to 100. */
const numbered = (name: string, number: number): string => `${name}${String(number).padStart(5, '0')}`

let lastMember = 0
/** Cached hash of `testPassword`, since the hub's hashing is slow. */
const hashed = new WeakMap<Hub['auth'], Promise<string>>()

/** Adds a member with `testPassword`; returns id and address. */
export async function addTestMember(
  hub: Pick<Hub, 'db' | 'auth'>,
  { operator = false, name = 'Ada Example' } = {},
): Promise<{ id: string; email: string }> {
  const id = numbered('member', ++lastMember)
  const email = `${id}@example.com`
  const hash = hashed.get(hub.auth) ?? hub.auth.$context.then(({ password }) => password.hash(testPassword))
  hashed.set(hub.auth, hash)
  await hub.db.owner.insertInto('members').values({ id, name, email, is_operator: operator }).execute()
  await addRows(hub.db.owner, 'credentials', {
    id,
    account_id: id,
    provider_id: 'credential',
    member_id: id,
    password: await hash,
  })
  return { id, email }
}

let lastSeller = 0

/** Adds a seller, with these members in their roles; returns its id. */
export async function addTestSeller(
  db: Database,
  members: Record<string, Role> = {},
  change: Partial<NewRow<'sellers'>> = {},
): Promise<number> {
  const username = numbered('seller', ++lastSeller)
  const id = await addSeller(db, username, { display_name: username.toUpperCase(), ...change })
  for (const [member_id, role] of Object.entries(members)) {
    await db.owner.insertInto('memberships').values({ seller_id: id, member_id, role }).execute()
  }
  return id
}

/** A request with the cookies set by a response. */
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

const base32Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The TOTP code of a base32 secret, `steps` half minutes from now (RFC 6238). */
export function totpCode(secret: string, steps = 0): string {
  const bits = [...secret.replaceAll(' ', '')]
    .map((c) => base32Alphabet.indexOf(c).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps))
  const mac = createHmac('sha1', key).update(counter).digest()
  const value = mac.readUInt32BE(mac.at(-1)! & 15) & 0x7f_ff_ff_ff
  return String(value % 1_000_000).padStart(6, '0')
}
