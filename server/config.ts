import path from 'node:path'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import { readTaxonomy } from '#features/core/listing/taxonomy-file.ts'
import { readOptOutFile } from '#features/home/opt-out/opt-out-file.ts'
import { readCarriers } from '#features/core/carrier/carriers-file.ts'
import { readPolicyPack } from '#features/core/policy-pack/policy-pack-file.ts'
import { bundledCarriers, bundledPolicyPack } from '#marketplace/bundled-files.ts'
import { shownDemoMembers } from '#marketplace/demo/members.ts'
import { bundledTaxonomy } from '#marketplace/taxonomy/taxonomy.ts'
import { FileProblem, InvalidFileError } from '#lib/file-problem.ts'
import { addressHere } from '#lib/listening.ts'
import { variables, type Variables } from './config-variables.ts'

export type Config = ReturnType<typeof readConfig>

/** Environment variables failed validation; the message has one line for each. */
export class ConfigError extends Error {
  /** A line each. */
  problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(
      [
        'The configuration is invalid:',
        ...problems.map((problem) => `  ${problem}`),
        'Correct the environment and start again; docs/configuration.md lists every variable.',
      ].join('\n'),
    )
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Reads the configuration from the environment. An empty variable counts as absent. Throws ConfigError. */
export function readConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name in variables && value !== ''))
  const { read, wrong } = readVariables(given)
  /** With the operator's own database, the demo is opt-in. */
  const demo = (read.HUB_DEMO ?? (read.DATABASE_URL ? 'off' : 'auto')) === 'auto'
  const publicUrl = new URL(read.PUBLIC_URL ?? `http://localhost:${read.PORT}`).origin
  // The demo shows the feedback link, which needs an address.
  const supportEmail = read.SUPPORT_EMAIL ?? (demo ? 'support@demo.example' : null)
  const parts = readParts(wrong, {
    taxonomy: () => fileOf('TAXONOMY_FILE', () => readTaxonomy(read.TAXONOMY_FILE ?? bundledTaxonomy)),
    carriers: () => fileOf('CARRIERS_FILE', () => readCarriers(read.CARRIERS_FILE ?? bundledCarriers)),
    policyPack: () => fileOf('POLICY_PACK', () => readPolicyPack(read.POLICY_PACK ?? bundledPolicyPack)),
    pooler: () => poolerFrom(read),
    picturesS3: () => picturesS3From(read),
    payoutSide: () => payoutSideFrom(read),
    market: () => (demo ? marketPlaceOf(read, publicUrl) : null),
    carrier: () => (demo ? carrierPlaceOf(read, publicUrl) : null),
    optOut: () => {
      const { OPT_OUT_FILE: file, PREVIOUS_TOOL_ORIGINS: allowedOrigins } = read
      const rules = { origin: publicUrl, allowedOrigins, supportEmail }
      return file ? fileOf('OPT_OUT_FILE', () => readOptOutFile(file, rules)) : {}
    },
  })
  return {
    nodeEnv: read.NODE_ENV,
    port: read.PORT,
    host: read.HOST,
    /** Origin without a trailing slash. */
    publicUrl,
    processes: processesFrom(read),
    /** Seconds for which requests are still accepted after a stop request. */
    stopDelay: read.STOP_DELAY,
    databaseUrl: read.DATABASE_URL ?? null,
    databasePoolerUrl: parts.pooler,
    databaseSchema: read.DATABASE_SCHEMA,
    databasePoolSize: read.DATABASE_POOL_SIZE,
    dataDir: read.DATA_DIR,
    /** S3 bucket for pictures; null stores them in the data folder. */
    picturesS3: parts.picturesS3,
    secret: read.HUB_SECRET ?? null,
    demo,
    /** Not behind a proxy or at an address of its own: there, everybody would be offered them. */
    demoSignIn: demo && !read.PUBLIC_URL && !read.TRUST_PROXY ? shownDemoMembers : [],
    /** Null: the default port, skipped silently if taken. 0: no metrics. */
    metricsPort: read.METRICS_PORT ?? null,
    metricsHost: read.METRICS_HOST,
    /** Null: depends on whether output goes to a terminal (`server/log.ts`). */
    logLevel: read.LOG_LEVEL ?? null,
    logFormat: read.LOG_FORMAT ?? null,
    trustProxy: read.TRUST_PROXY,
    smtpUrl: read.SMTP_URL ?? null,
    mailFrom: read.MAIL_FROM,
    defaultLocale: read.DEFAULT_LOCALE,
    /** Store link of sellers without their own, with `{seller}` for the user name. */
    storeUrl: read.STORE_URL ?? null,
    /** Public page of a listing, with `{item}` for its item number. */
    listingUrl: read.LISTING_URL ?? null,
    brand: {
      name: read.BRAND_NAME,
      logoUrl: read.BRAND_LOGO_URL ?? null,
      accent: read.BRAND_ACCENT ?? null,
      accentDark: read.BRAND_ACCENT_DARK ?? null,
      supportEmail,
    },
    guides: path.resolve(import.meta.dirname, '../docs/guide'),
    /** The operator's opt-out dialog, merged over the hub's. */
    optOut: parts.optOut,
    previousToolOrigins: read.PREVIOUS_TOOL_ORIGINS,
    taxonomy: parts.taxonomy,
    carriers: parts.carriers,
    policyPack: parts.policyPack,
    /** The marketplace's payment side for payouts; null: it learns of them by events, and reports their outcome. */
    payoutSide: parts.payoutSide,
    /** Other origins whose pages may frame the product summary and exchange messages with it. */
    productSummaryParents: read.PRODUCT_SUMMARY_PARENTS,
    /** Sales and sellers that are shown to others only together. */
    researchBound: { sales: read.RESEARCH_LEAST_SALES, sellers: read.RESEARCH_LEAST_SELLERS },
    market: parts.market,
    /**
     * The example market's webhook address, set once the demo is known to be loaded; allowed in addition to
     * `webhookNetworks`.
     */
    ownWebhook: null as string | null,
    carrier: parts.carrier,
    /** Base address of the example carrier, set and allowed likewise. */
    ownCarrier: null as string | null,
    webhooks: read.WEBHOOKS,
    /** Private networks that webhooks, downloads of pictures and label providers may use. */
    webhookNetworks: read.WEBHOOK_NETWORKS,
    /** Page view and speed tracking: enabled, with member id, and retention in days. */
    tracking: {
      on: read.TRACKING,
      members: read.TRACKING_MEMBERS,
      days: read.TRACKING_DAYS,
      cookieDays: read.TRACKING_COOKIE_DAYS,
    },
  }
}

type Parts = Record<string, () => unknown>

/** Reads each part, so that one ConfigError names the problems of all. `wrong` has a problem for each bad variable. */
function readParts<T extends Parts>(
  wrong: ReadonlyMap<string, string>,
  parts: T,
): { [Name in keyof T]: ReturnType<T[Name]> } {
  const problems = Array.from(wrong, ([name, problem]) => `${name}: ${problem}`)
  // Its default stands for a bad variable, so what else is said of it may be untrue.
  const isSaid = (problem: string) => wrong.keys().some((name) => new RegExp(`\\b${name}\\b`).test(problem))
  const read = Object.entries(parts).map(([name, part]) => {
    try {
      return [name, part()]
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(...error.problems.filter((problem) => !isSaid(problem)))
      return [name, null]
    }
  })
  if (problems.length > 0) throw new ConfigError(problems)
  return Object.fromEntries(read) as { [Name in keyof T]: ReturnType<T[Name]> }
}

/** The variables, with defaults for bad ones, and the problem of each of those. */
function readVariables(given: Record<string, string | undefined>): { read: Variables; wrong: Map<string, string> } {
  const result = z.object(variables).safeParse(given)
  if (result.success) return { read: result.data, wrong: new Map() }
  const wrong = new Map(result.error.issues.map((issue) => [issue.path.join('.'), issue.message]))
  const good = Object.entries(given).filter(([name]) => !wrong.has(name))
  return { read: z.object(variables).parse(Object.fromEntries(good)), wrong }
}

/** Number of processes: one unless configured; `auto` uses the available cores. Vite serves from one. */
function processesFrom({ HUB_PROCESSES, NODE_ENV }: Variables): number {
  if (NODE_ENV === 'development') return 1
  return HUB_PROCESSES === 'auto' ? availableParallelism() : Number(HUB_PROCESSES)
}

const usualMarketPort = 3001

export interface MarketPlace {
  port: number
  /** Public URL without a trailing slash. */
  url: string
  /** Local URL for the hub's webhooks. */
  webhookUrl: string
}

/** On the hub's host name; only with a served demo, not in development. */
function marketPlaceOf(read: Variables, publicUrl: string): MarketPlace | null {
  const { HOST, MARKET_PORT, MARKET_URL, NODE_ENV, PORT } = read
  if (MARKET_PORT === 'off' || NODE_ENV !== 'production') return null
  if (MARKET_PORT === PORT && PORT !== 0)
    throw new ConfigError(['MARKET_PORT: a port other than PORT, which the hub itself uses, or off'])
  // With a custom hub port, the market moves only if its own default port collides.
  const own = MARKET_PORT ?? (PORT === usualMarketPort ? usualMarketPort + 1 : usualMarketPort)
  const reached = MARKET_URL ?? `http://${new URL(publicUrl).hostname}:${own}`
  const localUrl = addressHere({ host: HOST, port: own })
  return { port: own, url: new URL(reached).origin, webhookUrl: `${localUrl}/hub-events` }
}

const usualCarrierPort = 3003

export interface CarrierPlace {
  port: number
  /** Local URL for the hub. */
  url: string
  /** Its URL for browsers. */
  publicUrl: string
}

/** Like the market: only with a served demo. */
function carrierPlaceOf(read: Variables, publicUrl: string): CarrierPlace | null {
  const { CARRIER_PORT, HOST, NODE_ENV, PORT } = read
  if (CARRIER_PORT === 'off' || NODE_ENV !== 'production') return null
  if (CARRIER_PORT === PORT && PORT !== 0)
    throw new ConfigError(['CARRIER_PORT: a port other than PORT, which the hub itself uses, or off'])
  const port = CARRIER_PORT ?? (PORT === usualCarrierPort ? usualCarrierPort + 1 : usualCarrierPort)
  return { port, url: addressHere({ host: HOST, port }), publicUrl: `http://${new URL(publicUrl).hostname}:${port}` }
}

function poolerFrom({ DATABASE_URL, DATABASE_POOLER_URL }: Variables): string | null {
  if (DATABASE_POOLER_URL && !DATABASE_URL)
    throw new ConfigError(['DATABASE_POOLER_URL: needs DATABASE_URL too, the address of the server behind the pooler'])
  return DATABASE_POOLER_URL ?? null
}

/** Address and secret of the payment side: both or none. */
function payoutSideFrom({ PAYOUT_URL: at, PAYOUT_SECRET: secret }: Variables) {
  if (at && secret) return { url: at, secret }
  if (!at && !secret) return null
  throw new ConfigError([
    `${at ? 'PAYOUT_SECRET' : 'PAYOUT_URL'}: needed too, where a payment side is asked to pay out`,
  ])
}

/** S3 settings for pictures: all or none. */
function picturesS3From(read: Variables) {
  const {
    PICTURES_S3_ENDPOINT: endpoint,
    PICTURES_S3_BUCKET: bucket,
    PICTURES_S3_KEY_ID: accessKeyId,
    PICTURES_S3_SECRET: secretAccessKey,
  } = read
  if (endpoint && bucket && accessKeyId && secretAccessKey)
    return { endpoint, bucket, region: read.PICTURES_S3_REGION, accessKeyId, secretAccessKey }
  const needed = ['PICTURES_S3_ENDPOINT', 'PICTURES_S3_BUCKET', 'PICTURES_S3_KEY_ID', 'PICTURES_S3_SECRET'] as const
  const missing = needed.filter((name) => !read[name])
  if (missing.length === needed.length) return null
  throw new ConfigError(missing.map((name) => `${name}: needed too, where pictures are kept in a bucket`))
}

/** Reads a file named by a variable; a file error is reported for that variable. */
function fileOf<T>(variable: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof FileProblem) throw new ConfigError([`${variable}: ${error.message}`])
    if (!(error instanceof InvalidFileError)) throw error
    throw new ConfigError(error.problems.map((problem) => `${variable}: ${problem}`))
  }
}
