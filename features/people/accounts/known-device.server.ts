import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { readCookie, writeCookie } from '#lib/cookie.ts'
import { authCookieName } from './auth.server.ts'
import type { AccountsHub } from './accounts-hub.ts'

/** Days after its last sign-in during which a browser stays known. */
const knownDays = 180
/** Members per browser: people may share a computer. */
const knownMembers = 5

interface Whose {
  by: 'email' | 'id'
  value: string
}

/**
 * A rate-limit key for a browser in which the member has signed in with the current password; else null. Attempts by
 * strangers then do not lock the member out (OWASP: device cookies). Queries the database only if the cookie is set.
 */
export async function knownDevice(hub: AccountsHub, request: Request, whose: Whose): Promise<string | null> {
  const devices = devicesOf(hub, request)
  if (devices.length === 0) return null
  const member = await memberWithPassword(hub, whose)
  if (!member) return null
  const known = devices.find((device) => isSame(device, signed(hub, idOf(device), member)))
  return known ? `${member.id} ${known}` : null
}

/** Marks the browser as known after a sign-in, by a cookie on the response. */
export async function rememberDevice(
  hub: AccountsHub,
  { request, memberId, cookies }: { request: Request; memberId: string; cookies: Headers },
): Promise<void> {
  const member = await memberWithPassword(hub, { by: 'id', value: memberId })
  if (!member) return
  const own = signed(hub, randomBytes(12).toString('base64url'), member)
  const others = devicesOf(hub, request).filter((device) => !isSame(device, signed(hub, idOf(device), member)))
  const cookie = writeCookie(authCookieName(hub.config, 'device'), [own, ...others].slice(0, knownMembers).join('~'), {
    expires: { days: knownDays },
    secure: hub.config.publicUrl.startsWith('https:'),
    now: hub.now(),
  })
  cookies.append('Set-Cookie', `${cookie}; HttpOnly`)
}

type MemberWithPassword = NonNullable<Awaited<ReturnType<typeof memberWithPassword>>>

async function memberWithPassword({ db }: AccountsHub, whose: Whose) {
  const row = await db.owner
    .selectFrom('members')
    .innerJoin('credentials', 'credentials.member_id', 'members.id')
    .select(['members.id', 'credentials.password'])
    .where(whose.by === 'email' ? 'members.email' : 'members.id', '=', whose.value)
    .where('credentials.provider_id', '=', 'credential')
    .executeTakeFirst()
  return row?.password ? { id: row.id, password: row.password } : null
}

/** The devices claimed by the cookie, one per member; signatures are verified later. */
function devicesOf(hub: AccountsHub, request: Request): string[] {
  const cookie = readCookie(request.headers.get('cookie') ?? '', authCookieName(hub.config, 'device')) ?? ''
  return cookie.split('~', knownMembers).filter((device) => /^[\w-]{16}\.[\w-]{43}$/.test(device))
}

const idOf = (device: string) => device.slice(0, device.indexOf('.'))

/** `id.signature`, bound to this member and password. */
function signed({ secret }: AccountsHub, id: string, { id: memberId, password }: MemberWithPassword): string {
  const signature = createHmac('sha256', secret).update(JSON.stringify(['device', id, memberId, password]))
  return `${id}.${signature.digest('base64url')}`
}

function isSame(device: string, other: string): boolean {
  return device.length === other.length && timingSafeEqual(Buffer.from(device), Buffer.from(other))
}
