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

/** What accounts need to know of the configuration. */
export interface AuthConfig {
  /** Where browsers reach the hub; cookies are `Secure` when it is https. */
  publicUrl: string
  brand: { name: string }
}

/** Sessions end after this long without a visit, and after `sessionLifetime` in any case. In milliseconds. */
export const sessionIdle = 7 * day
/** The longest a session lasts, also as the cookie's `Max-Age`. In milliseconds. */
export const sessionLifetime = 30 * day

/** Carries the address of the client to better-auth; set by `authHeaders` alone, never read from a browser. */
export const clientAddressHeader = 'x-hub-client-address'

const cookiePrefix = 'hub'

/** What accounts keep in a browser: the session, a password that was right but wants a code, and whom the browser knows. */
export type AuthCookie = 'session_token' | 'two_factor' | 'device'

/** How passwords are kept, and compared with what somebody types. */
export interface PasswordHashing {
  hash: (password: string) => Promise<string>
  verify: (typed: { hash: string; password: string }) => Promise<boolean>
}

/** The name of a cookie of accounts; browsers keep one named `__Secure-` on https only. */
export function authCookieName({ publicUrl }: { publicUrl: string }, cookie: AuthCookie): string {
  return `${publicUrl.startsWith('https:') ? '__Secure-' : ''}${cookiePrefix}.${cookie}`
}

/**
 * Members, passwords, sessions and second factors by better-auth, in the hub's own tables. Its HTTP handler is not
 * mounted anywhere: pages call `auth.api`, behind the guard and the limits of `attempts.server.ts`. Passwords are hashed
 * as better-auth does it, slowly on purpose; `passwords` is for tests, most of which are not about that.
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
    // Only better-auth reads the snake_case columns under camelCase names.
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
      // `readSession` renews; no copy in the cookie, so that signing out everywhere holds at once.
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
      // Its tables are made by the hub's migrations; whether they are what it wants, a test asks, not each process at its start.
      database: { validateSchema: false },
      ipAddress: { ipAddressHeaders: [clientAddressHeader], ipv6Subnet: 128 },
    },
    plugins: [
      twoFactor({
        issuer: config.brand.name,
        backupCodeOptions: { customBackupCodesGenerate: newBackupCodes },
        // It looks first and counts afterwards, so that codes sent at the same moment are all judged: we count before.
        accountLockout: { enabled: false },
        schema: { twoFactor: { modelName: 'two_factors', fields: { userId: 'memberId' } } },
      }),
      passwordsPlugin(),
      signInLinks({ db, now }),
    ],
  })
}

/** The hub's better-auth. */
export type Auth = ReturnType<typeof createAuth>
