import { betterAuth } from 'better-auth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '#db/client.ts'
import { newBackupCodes } from './backup-codes.ts'
import { passwords as passwordsPlugin } from './password-plugin.server.ts'
import { passwordLimits } from './password-rules.ts'
import { signInLinks } from './sign-in-link-plugin.server.ts'
import { day } from '#lib/duration.ts'

declare module '#web/hub.ts' {
  interface Hub {
    auth: Auth
  }
}

export interface AuthConfig {
  /** Public URL of the hub; cookies are `Secure` on https. */
  publicUrl: string
  brand: { name: string }
}

/** Milliseconds without a visit after which a session expires; `sessionLifetime` limits it further. */
export const sessionIdle = 7 * day
/** Maximum lifetime of a session in milliseconds, also the cookie's `Max-Age`. */
export const sessionLifetime = 30 * day

/** Passes the client address to better-auth; set by `authHeaders` only, never read from a browser. */
export const clientAddressHeader = 'x-hub-client-address'

const cookiePrefix = 'hub'

export type AuthCookie = 'session_token' | 'two_factor' | 'device'

export interface PasswordHashing {
  hash: (password: string) => Promise<string>
  verify: (typed: { hash: string; password: string }) => Promise<boolean>
}

/** Name of an account cookie; on https with the prefix `__Secure-`. */
export function authCookieName({ publicUrl }: { publicUrl: string }, cookie: AuthCookie): string {
  return `${publicUrl.startsWith('https:') ? '__Secure-' : ''}${cookiePrefix}.${cookie}`
}

/**
 * Members, passwords, sessions and second factors by better-auth in the hub's tables. Its HTTP handler is not mounted:
 * pages call `auth.api` behind the guard and rate limits. Password hashing is deliberately slow; tests may replace it
 * (`passwords`).
 */
export function createAuth(options: {
  config: AuthConfig
  db: Database
  secret: string
  log: Logger
  now: () => Date
  passwords?: PasswordHashing
}) {
  const { config, db, secret, log, now, passwords } = options
  return betterAuth({
    appName: config.brand.name,
    baseURL: config.publicUrl,
    secret,
    // Maps snake_case columns to better-auth's camelCase names.
    database: {
      db: new Kysely({ dialect: new PostgresDialect({ pool: db.pool }), plugins: [new CamelCasePlugin()] }),
      type: 'postgres',
      transaction: true,
    },
    telemetry: { enabled: false },
    rateLimit: { enabled: false },
    logger: { log: (level, message) => log[level === 'error' ? 'error' : 'debug'](message) },
    user: { modelName: 'members' },
    account: { modelName: 'credentials', fields: { userId: 'memberId' } },
    verification: { modelName: 'verifications', storeIdentifier: 'hashed' },
    session: {
      modelName: 'sessions',
      fields: { userId: 'memberId' },
      additionalFields: { sellerId: { type: 'number', required: false, input: false } },
      expiresIn: sessionLifetime / 1000,
      // `readSession` renews sessions; no cookie cache, so that signing out everywhere takes effect at once.
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      freshAge: 0,
    },
    databaseHooks: {
      session: {
        create: {
          before: async (session) => {
            const createdAt = now()
            const expiresAt = new Date(createdAt.getTime() + sessionIdle)
            return { data: { ...session, createdAt, updatedAt: createdAt, expiresAt } }
          },
        },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLimits.min,
      maxPasswordLength: passwordLimits.max,
      ...(passwords && { password: passwords }),
      revokeSessionsOnPasswordReset: true,
    },
    advanced: {
      cookiePrefix,
      // The hub's migrations create its tables; a test validates them instead of each process at start.
      database: { validateSchema: false },
      ipAddress: { ipAddressHeaders: [clientAddressHeader], ipv6Subnet: 128 },
    },
    plugins: [
      twoFactor({
        issuer: config.brand.name,
        backupCodeOptions: { customBackupCodesGenerate: newBackupCodes },
        // Disabled: it counts after checking, so concurrent codes would all be checked. The hub counts first.
        accountLockout: { enabled: false },
        schema: { twoFactor: { modelName: 'two_factors', fields: { userId: 'memberId' } } },
      }),
      passwordsPlugin(),
      signInLinks({ db, now }),
    ],
  })
}

export type Auth = ReturnType<typeof createAuth>
