import { z } from 'zod'
import { defaultSchema } from '#db/connection.ts'
import { parseNetwork } from '#features/machinery/outbound/reach.ts'
import { visitorCookieDays } from '#lib/cookie.ts'

/** A whole number in plain digits: no sign, fraction, blanks or other JavaScript notation. */
function whole(least: number, most: number) {
  const rule = `a whole number from ${least} to ${most}`
  return z
    .string()
    .regex(/^\d{1,9}$/, { error: rule, abort: true })
    .transform(Number)
    .refine((value) => value >= least && value <= most, rule)
}

const port = whole(0, 65_535)
const portOrOff = z.union([z.literal('off'), port], {
  error: 'a port, which is a whole number from 0 to 65535, or off',
})
const url = z.url({ protocol: /^https?$/, error: 'an http or https address', abort: true })
const wholeHost = url.refine(
  (value) => new URL(value).href === `${new URL(value).origin}/`,
  'an address without a path, such as https://hub.example, since the hub needs the whole host',
)
const number = String.raw`-?(\d+|\d*\.\d+)(%|deg)?`
const colour = z
  .string()
  .regex(
    new RegExp(
      String.raw`^(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|(rgb|hsl|oklch|oklab)\(${number}([ ,]+${number}){2}( *[/,] *${number})?\))$`,
      'i',
    ),
    'a colour such as #2b4bd6 or oklch(52% 0.2 265), not its name',
  )
const flag = z.enum(['on', 'off']).transform((value) => value === 'on')

const origins = z
  .string()
  .transform((value) => value.split(',').map((origin) => origin.trim()))
  .refine(
    (given) =>
      given.every((origin) => /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin),
    'comma-separated origins, such as https://old.example',
  )

const networks = z
  .string()
  .transform((value) => value.split(',').map((network) => network.trim()))
  .refine(
    (given) => given.every((network) => parseNetwork(network) !== null),
    'comma-separated networks, such as 10.1.0.0/16',
  )

const databaseAddress = z.url({
  protocol: /^postgres(ql)?$/,
  error:
    'an address such as postgres://user:password@host/database; in a password # is written as %23, / as %2F, and so on',
})

/** All environment variables with validation and default. `docs/configuration.md` explains them in this order. */
export const variables = {
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: port.default(3000),
  HOST: z.string().min(1).default('0.0.0.0'),
  PUBLIC_URL: wholeHost.optional(),
  HUB_PROCESSES: z
    .string()
    .regex(/^(auto|[1-9]\d?)$/, 'a number from 1 to 99, or auto')
    .default('1'),
  STOP_DELAY: whole(0, 300).default(2),
  DATABASE_URL: databaseAddress.optional(),
  DATABASE_POOLER_URL: databaseAddress.optional(),
  DATABASE_SCHEMA: z
    .string()
    .regex(/^(?!pg_)[a-z_][a-z0-9_]{0,49}$/, 'a name of lower-case letters, digits and _, such as hub')
    .refine((name) => !/^(public|information_schema|.*_jobs)$/.test(name), 'a schema for the hub alone, such as hub')
    .default(defaultSchema),
  DATABASE_POOL_SIZE: whole(2, 200).default(12),
  DATA_DIR: z.string().min(1).default('./data'),
  PICTURES_S3_ENDPOINT: url.optional(),
  PICTURES_S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'a bucket name such as hub-pictures')
    .optional(),
  PICTURES_S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]+$/, 'a region such as eu-central-1')
    .default('us-east-1'),
  PICTURES_S3_KEY_ID: z.string().min(1).optional(),
  PICTURES_S3_SECRET: z.string().min(1).optional(),
  HUB_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  HUB_DEMO: z.enum(['auto', 'off']).optional(),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default('127.0.0.1'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).optional(),
  LOG_FORMAT: z.enum(['json', 'text']).optional(),
  TRUST_PROXY: flag.default(false),
  SMTP_URL: z.url({ protocol: /^smtps?$/, hostname: /./, error: 'an smtp:// or smtps:// address' }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^\s<>@]+@[^\s<>@]+|[^<>@\r\n]+<[^\s<>@]+@[^\s<>@]+>)$/,
      'a sender such as Seller Hub <hub@market.example>',
    )
    .default('Seller Hub <hub@localhost>'),
  DEFAULT_LOCALE: z.enum(['en', 'de']).default('en'),
  BRAND_NAME: z
    .string()
    .regex(/^(?=.*\S)[^\p{Cc}\p{Zl}\p{Zp}]{1,60}$/u, 'a name of one line and at most 60 characters')
    .default('Seller Hub'),
  BRAND_LOGO_URL: z.union([url, z.string().regex(/^\/[^/\\]/, 'a path such as /logo.svg')]).optional(),
  BRAND_ACCENT: colour.optional(),
  BRAND_ACCENT_DARK: colour.optional(),
  STORE_URL: z
    .string()
    .regex(/^https?:\/\/([^\s{}]|\{seller\})+$/, 'an http or https address, which may contain {seller}')
    .optional(),
  LISTING_URL: z
    .string()
    .regex(/^https?:\/\/[^\s{}]+\{item\}[^\s{}]*$/, 'an http or https address that contains {item}')
    .optional(),
  SUPPORT_EMAIL: z.email('an e-mail address such as support@market.example').optional(),
  OPT_OUT_FILE: z.string().min(1).optional(),
  PREVIOUS_TOOL_ORIGINS: origins.default([]),
  TAXONOMY_FILE: z.string().min(1).optional(),
  CARRIERS_FILE: z.string().min(1).optional(),
  POLICY_PACK: z.string().min(1).optional(),
  PAYOUT_URL: url.optional(),
  PAYOUT_SECRET: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'whsec_ and 24 to 64 random bytes in base64')
    .optional(),
  PRODUCT_SUMMARY_PARENTS: origins.default([]),
  RESEARCH_LEAST_SALES: whole(1, 1000).default(5),
  RESEARCH_LEAST_SELLERS: whole(1, 1000).default(3),
  MARKET_PORT: portOrOff.optional(),
  MARKET_URL: wholeHost.optional(),
  CARRIER_PORT: portOrOff.optional(),
  WEBHOOKS: flag.default(true),
  WEBHOOK_NETWORKS: networks.default([]),
  TRACKING: flag.default(true),
  TRACKING_MEMBERS: flag.default(true),
  TRACKING_DAYS: whole(1, 3650).default(90),
  TRACKING_COOKIE_DAYS: whole(0, 3650).default(visitorCookieDays),
}

export type Variables = z.infer<z.ZodObject<typeof variables>>
