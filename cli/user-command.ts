import { text as textOf } from 'node:stream/consumers'
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { pino } from 'pino'
import {
  addMember,
  listMembers,
  memberOf,
  ownersOf,
  removeMember,
  removeRole,
  sellersNamed,
  setOperator,
  setRole,
  type NamedSeller,
} from '#features/accounts/members.server.ts'
import { passwordLimits } from '#features/accounts/password-rules.ts'
import { createPasswordLink, passwordLinkMinutes } from '#features/accounts/passwords.server.ts'
import { roles, type Role } from '#web/roles.ts'
import { createSignInLink, signInLinkMinutes } from '#features/accounts/sign-in-links.server.ts'
import type { AccountsHub } from '#features/accounts/accounts-hub.ts'
import { createHub } from '#server/hub.ts'
import { UsageError, type Command } from './command.ts'

/** What the actions need: the hub's accounts, and the ways to the person. */
export interface UserActionContext {
  hub: AccountsHub
  say: (line: string) => void
  /** All of the standard input. */
  readInput: () => Promise<string>
}

const actions = { add, list, link, role: changeRole, remove } as const

/** Manages the members who sign in. */
export const userCommand: Command = {
  name: 'user',
  summary: 'add, list, change and remove the members who sign in',
  help: `npm run hub -- user <action>

  add --email <address> --name <name> [--seller <seller>] [--role <role>] [--operator] [--password-stdin]
      Adds a member. --seller is a seller's id, user name or external id; the role there is owner unless said
      otherwise. A member who is already there gets the role. Prints a link to set a password, good once and for
      24 hours, unless the password comes by --password-stdin (first line of the standard input).
  list [--seller <seller>]
      Lists members with their roles.
  link <address> [--password]
      Prints a link that signs the member in, once, within ${signInLinkMinutes} minutes, without password or second
      step; with --password one that sets a new password, once, within 24 hours.
  role <address> --seller <seller> --role <role>
  role <address> --operator | --no-operator
      Changes what a member may do, from their next click on.
  remove <address> [--seller <seller>]
      Removes the role at one seller, or the member with all roles and sessions.

Roles: ${roles.join(', ')}.

npm run hub -- user add --email ada@example.com --name "Ada Example" --seller harbour-camera --role manager`,
  async run(args, { config, openDatabase, say, now }) {
    requireAction(args)
    const { url } = await openDatabase()
    const hub = await createHub({ config, databaseUrl: url, log: pino({ level: 'silent' }), now })
    try {
      await runUserAction(args, { hub, say, readInput: () => textOf(process.stdin) })
    } finally {
      await hub.db.close()
    }
  },
}

/** Runs `user <action> ...`. Throws UsageError for what is not possible; nothing is changed then. */
export async function runUserAction(args: string[], context: UserActionContext): Promise<void> {
  await actions[requireAction(args)](args.slice(1), context)
}

function requireAction([action = '']: string[]): keyof typeof actions {
  if (Object.hasOwn(actions, action)) return action as keyof typeof actions
  throw new UsageError(`Say what to do: user ${Object.keys(actions).join(' | ')}.`)
}

async function add(args: string[], { hub, say, readInput }: UserActionContext): Promise<void> {
  const { values } = parse(args, {
    email: { type: 'string' },
    name: { type: 'string' },
    seller: { type: 'string' },
    role: { type: 'string' },
    operator: { type: 'boolean' },
    'password-stdin': { type: 'boolean' },
  })
  const email = required(values.email, '--email')
  const operator = values.operator === true
  if (!operator && values.seller === undefined) {
    throw new UsageError('Say for whom the member works: --seller <seller>, or --operator for the marketplace.')
  }
  if (values.role !== undefined && values.seller === undefined) {
    throw new UsageError('--role is a role at a seller: add --seller <seller>.')
  }
  const role = roleNamed(values.role ?? 'owner')
  const seller = values.seller === undefined ? null : await sellerNamed(hub, values.seller)
  const password = values['password-stdin'] ? ((await readInput()).split(/\r?\n/)[0] ?? '') : null
  const outcome = await addMember(hub, {
    email,
    name: values.name ?? '',
    operator,
    password,
    seller: seller && { id: seller.id, role },
  })
  if (!outcome.ok) throw new UsageError(refusals[outcome.reason](email))
  if (operator && !outcome.isNew) await setOperator(hub.db.owner, { memberId: outcome.memberId, operator })
  say(outcome.isNew ? `Added ${email}.` : `${email} is a member already; name and password stay as they are.`)
  if (seller) say(`${role} of ${seller.displayName} (${seller.username})`)
  if (operator) say('operator of the marketplace')
  if (outcome.isNew && password === null) await printPasswordLink(outcome.memberId, { hub, say })
}

const refusals = {
  'no-email': (email: string) => `“${email}” is no e-mail address.`,
  'no-name': () => 'Say the member’s name: --name "Ada Example".',
  exists: (email: string) => `${email} is a member already. Give --seller to add a role, or use user role.`,
  'too-short': () => `The password is too short: at least ${passwordLimits.min} characters.`,
  'too-long': () => `The password is too long: at most ${passwordLimits.max} characters.`,
  'same-as-email': () => 'The e-mail address is not a safe password.',
} as const

async function list(args: string[], { hub, say }: UserActionContext): Promise<void> {
  const { values } = parse(args, { seller: { type: 'string' } })
  const seller = values.seller === undefined ? null : await sellerNamed(hub, values.seller)
  const members = await listMembers(hub.db.owner, seller?.id)
  if (members.length === 0) return say('No members yet: npm run hub -- user --help')
  for (const member of members) {
    const marks = [
      ...member.roles,
      ...(member.is_operator ? ['operator'] : []),
      ...(member.two_factor_enabled ? ['two-step sign-in'] : []),
      ...(member.has_password ? [] : ['no password yet']),
    ]
    say(`${member.email}  ${member.name}  ${marks.join(', ')}`)
  }
}

async function link(args: string[], { hub, say }: UserActionContext): Promise<void> {
  const { values, positionals } = parse(args, { password: { type: 'boolean' } })
  const member = await memberNamed(hub, positionals)
  if (values.password) return printPasswordLink(member.id, { hub, say })
  say(await createSignInLink(hub, member.email))
  say(`Signs ${member.email} in, once, within ${signInLinkMinutes} minutes.`)
}

async function changeRole(args: string[], { hub, say }: UserActionContext): Promise<void> {
  const { values, positionals } = parse(args, {
    seller: { type: 'string' },
    role: { type: 'string' },
    operator: { type: 'boolean' },
  })
  const member = await memberNamed(hub, positionals)
  if (values.operator !== undefined) {
    await setOperator(hub.db.owner, { memberId: member.id, operator: values.operator })
    say(values.operator ? `${member.email} is an operator now.` : `${member.email} is no operator any more.`)
    if (values.seller === undefined && values.role === undefined) return
  }
  const seller = await sellerNamed(hub, required(values.seller, '--seller'))
  const role = roleNamed(required(values.role, '--role'))
  await setRole(hub.db.owner, { memberId: member.id, sellerId: seller.id, role })
  say(`${member.email} is ${role} of ${seller.displayName} now.`)
  await warnWithoutOwner(seller, { hub, say })
}

async function remove(args: string[], { hub, say }: UserActionContext): Promise<void> {
  const { values, positionals } = parse(args, { seller: { type: 'string' } })
  const member = await memberNamed(hub, positionals)
  if (values.seller === undefined) {
    await removeMember(hub.db.owner, member.id)
    return say(`Removed ${member.email} with all roles and sessions.`)
  }
  const seller = await sellerNamed(hub, values.seller)
  if (!(await removeRole(hub.db.owner, { memberId: member.id, sellerId: seller.id }))) {
    throw new UsageError(`${member.email} has no role at ${seller.displayName}.`)
  }
  say(`${member.email} has no role at ${seller.displayName} any more.`)
  await warnWithoutOwner(seller, { hub, say })
}

type Out = Pick<UserActionContext, 'hub' | 'say'>

async function printPasswordLink(memberId: string, { hub, say }: Out): Promise<void> {
  say(await createPasswordLink(hub, { memberId, minutes: passwordLinkMinutes.invitation }))
  say('Send this link to the member: it sets their password, once, within 24 hours.')
}

async function warnWithoutOwner(seller: NamedSeller, { hub, say }: Out): Promise<void> {
  if ((await ownersOf(hub.db.owner, seller.id)) === 0) say(`Mind: ${seller.displayName} has no owner now.`)
}

function parse<const T extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true, allowNegative: true, strict: true })
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function required(value: string | undefined, option: string): string {
  if (!value?.trim()) throw new UsageError(`${option} is missing`)
  return value.trim()
}

function roleNamed(text: string): Role {
  const role = roles.find((each) => each === text)
  if (!role) throw new UsageError(`There is no role “${text}”. Roles: ${roles.join(', ')}.`)
  return role
}

async function sellerNamed(hub: AccountsHub, text: string): Promise<NamedSeller> {
  const [seller, ...others] = await sellersNamed(hub.db.owner, text)
  if (!seller) throw new UsageError(`No seller has the id, user name or external id “${text}”.`)
  if (others.length > 0) {
    const names = [seller, ...others].map(({ id, username }) => `${username} (id ${id})`)
    throw new UsageError(`“${text}” is the name of several sellers: ${names.join(', ')}. Use the user name.`)
  }
  return seller
}

async function memberNamed(hub: AccountsHub, positionals: string[]): Promise<{ id: string; email: string }> {
  const [email, ...more] = positionals
  if (email === undefined || more.length > 0) throw new UsageError('Name one member by e-mail address.')
  const member = await memberOf(hub.db.owner, email)
  if (!member) throw new UsageError(`No member has the e-mail address ${email}.`)
  return member
}
