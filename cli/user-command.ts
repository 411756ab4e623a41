import {
  addMember,
  listMembers,
  lockTeam,
  memberOf,
  removeMember,
  removeRole,
  roleOf,
  sellersNamed,
  sellersOwnedAloneBy,
  setOperator,
  setRole,
  type AddMemberOutcome,
  type NamedSeller,
} from '#features/people/accounts/members.server.ts'
import { keepsAnOwner, type Team } from '#features/people/accounts/last-owner.ts'
import { passwordLimits } from '#features/people/accounts/password-rules.ts'
import { createPasswordLink, passwordLinkMinutes } from '#features/people/accounts/passwords.server.ts'
import { roles, type Role } from '#web/roles.ts'
import { createSignInLink, signInLinkMinutes } from '#features/people/accounts/sign-in-links.server.ts'
import type { AccountsHub } from '#features/people/accounts/accounts-hub.ts'
import { notifyMarketplaceChange } from '#features/people/team/notify-marketplace-change.server.ts'
import type { Hub } from '#web/hub.ts'
import { readAction, readArguments, required, UsageError } from './arguments.ts'
import type { Command } from './command.ts'

export interface UserActionContext {
  hub: AccountsHub & { config: Pick<Hub['config'], 'defaultLocale'> }
  say: (line: string) => void
  readInput: () => Promise<string>
}

type Action = (context: UserActionContext) => Promise<void>

/** Each parses its arguments before anything is opened, and returns the action to run. */
const actions = { add, list, link, role: changeRole, remove } satisfies Record<string, (args: string[]) => Action>
const actionNames = ['add', 'list', 'link', 'role', 'remove'] as const satisfies (keyof typeof actions)[]

export const userCommand: Command = {
  name: 'user',
  summary: 'add, list, change and remove the members who sign in',
  help: `npm run hub -- user <action>

  add --email <address> --name <name> [--seller <seller>] [--role <role>] [--operator] [--password-stdin]
      Adds a member. --seller is a seller's id, user name or external id; the default role is owner. An existing member
      gets an additional role; an existing role is not changed (use user role). Prints a one-time link to set a
      password, valid for 24 hours, unless --password-stdin reads the password from the first line of standard input.
  list [--seller <seller>]
      Lists members with their roles.
  link <address> [--password]
      Prints a one-time link that signs the member in without password or second step, valid for ${signInLinkMinutes}
      minutes; with --password, a one-time link to set a new password, valid for 24 hours.
  role <address> --seller <seller> --role <role>
  role <address> --operator | --no-operator
      Changes a member's role, from their next request on.
  remove <address> [--seller <seller>]
      Removes a member's role at one seller, or the member with all roles and sessions.

Roles: ${roles.join(', ')}.

npm run hub -- user add --email ada@example.com --name "Ada Example" --seller harbour-camera --role manager`,
  async run(args, { openHub, say, readInput }) {
    const action = readUserAction(args)
    const hub = await openHub()
    await action({ hub, say, readInput })
    await hub.mailer.idle()
  },
}

/**
 * Parses `user <action> ...`. Throws UsageError, also from the returned action for what is not possible; nothing is
 * changed then.
 */
export function readUserAction(args: string[]): Action {
  const { action, rest } = readAction('user', args, actionNames)
  return actions[action](rest)
}

const word = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const oneMember = 'the member’s e-mail address'

function add(args: string[]): Action {
  const { values } = readArguments(args, {
    options: { email: word, name: word, seller: word, role: word, operator: flag, 'password-stdin': flag },
    takes: [],
  })
  const email = required(values.email, '--email')
  const operator = values.operator === true
  if (!operator && values.seller === undefined)
    throw new UsageError('Add --seller <seller>, or --operator for the marketplace.')
  if (values.role !== undefined && values.seller === undefined)
    throw new UsageError('--role requires --seller <seller>.')
  const role = roleNamed(values.role ?? 'owner')
  return async ({ hub, say, readInput }) => {
    const seller = values.seller === undefined ? null : await sellerNamed(hub, values.seller)
    const password = values['password-stdin'] ? ((await readInput()).split(/\r?\n/)[0] ?? '') : null
    const outcome = await addMember(hub, {
      email,
      name: values.name ?? '',
      operator,
      password,
      seller: seller && { id: seller.id, role },
    })
    if (!outcome.ok) throw new UsageError(await refusal(outcome.reason, { hub, email, seller, role }))
    say(outcome.isNew ? `Added ${email}.` : `${email} is already a member; name and password are unchanged.`)
    if (seller) say(`${role} of ${seller.displayName} (${seller.username})`)
    if (operator) say('operator of the marketplace')
    if (seller) {
      const member = { id: outcome.memberId, name: (await memberNamed(hub, email)).name }
      await notifyMarketplaceChange(hub, { seller, kind: 'joined', member, role, roleBefore: null })
    }
    if (outcome.isNew && password === null) await printPasswordLink(outcome.memberId, { hub, say })
  }
}

type Refusal = Extract<AddMemberOutcome, { ok: false }>['reason']

/** Why a member was not added, and the command that was probably meant. */
async function refusal(
  reason: Refusal,
  { hub, email, seller, role }: { hub: AccountsHub; email: string; seller: NamedSeller | null; role: Role },
): Promise<string> {
  if (reason !== 'has-role') return refusals[reason](email)
  const member = await memberOf(hub.db.owner, email)
  if (!member || !seller) throw new Error('a role that is there already is a member’s, of a seller')
  const has = await roleOf(hub.db.owner, { memberId: member.id, sellerId: seller.id })
  const change = `npm run hub -- user role ${member.email} --seller ${seller.username} --role ${role}`
  return `${member.email} is ${has} of ${seller.displayName} already; nothing was changed.${has === role ? '' : ` To change the role: ${change}`}`
}

const refusals = {
  'no-email': (email: string) => `“${email}” is not an e-mail address.`,
  'no-name': () => 'Add the member’s name, such as --name "Ada Example".',
  exists: (email: string) => `${email} is already a member. Add --seller to give them a role there, or use user role.`,
  'too-short': () => `The password is too short: at least ${passwordLimits.min} characters.`,
  'too-long': () => `The password is too long: at most ${passwordLimits.max} characters.`,
  'same-as-email': () => 'The password must not be the e-mail address.',
} as const satisfies Record<Exclude<Refusal, 'has-role'>, (email: string) => string>

function list(args: string[]): Action {
  const { values } = readArguments(args, { options: { seller: word }, takes: [] })
  return (context) => printMembers(values.seller, context)
}

async function printMembers(asked: string | undefined, { hub, say }: UserActionContext): Promise<void> {
  const seller = asked === undefined ? null : await sellerNamed(hub, asked)
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

function link(args: string[]): Action {
  const { values, given } = readArguments(args, { options: { password: flag }, takes: [oneMember] })
  return async ({ hub, say }) => {
    const member = await memberNamed(hub, given[0])
    if (values.password) return printPasswordLink(member.id, { hub, say })
    say(await createSignInLink(hub, member.email))
    say(`This link signs ${member.email} in. It works once, for ${signInLinkMinutes} minutes.`)
  }
}

function changeRole(args: string[]): Action {
  const { values, given } = readArguments(args, {
    options: { seller: word, role: word, operator: flag },
    takes: [oneMember],
  })
  const { operator } = values
  const isAtSeller = operator === undefined || values.seller !== undefined || values.role !== undefined
  const asked = isAtSeller
    ? { seller: required(values.seller, '--seller'), role: roleNamed(required(values.role, '--role')) }
    : null
  return async ({ hub, say }) => {
    const member = await memberNamed(hub, given[0])
    const seller = asked && (await sellerNamed(hub, asked.seller))
    const roleBefore = await hub.db.owner.transaction().execute(async (db) => {
      if (operator !== undefined) await setOperator(db, { memberId: member.id, operator })
      if (!seller) return null
      const team = await lockTeam(db, seller.id)
      requireOwner(team, { member, seller, role: asked.role })
      await setRole(db, { memberId: member.id, sellerId: seller.id, role: asked.role })
      return team.get(member.id) ?? null
    })
    if (operator !== undefined)
      say(operator ? `${member.email} is now an operator.` : `${member.email} is no longer an operator.`)
    if (!seller) return
    say(`${member.email} is ${asked.role} of ${seller.displayName} now.`)
    const kind = roleBefore === null ? 'joined' : 'role'
    await notifyMarketplaceChange(hub, { seller, kind, member, role: asked.role, roleBefore })
  }
}

function remove(args: string[]): Action {
  const { values, given } = readArguments(args, { options: { seller: word }, takes: [oneMember] })
  return async ({ hub, say }) => {
    const member = await memberNamed(hub, given[0])
    if (values.seller === undefined) {
      const left = await sellersOwnedAloneBy(hub.db.owner, member.id)
      const teams = await removeMember(hub.db.owner, member.id)
      for (const { seller, role } of teams)
        await notifyMarketplaceChange(hub, { seller, kind: 'removed', member, role: null, roleBefore: role })
      say(`Removed ${member.email} with all roles and sessions.`)
      for (const { display_name: name } of left) say(`Warning: ${name} has no owner now.`)
      return
    }
    const seller = await sellerNamed(hub, values.seller)
    const roleBefore = await hub.db.owner.transaction().execute(async (db) => {
      const team = await lockTeam(db, seller.id)
      requireOwner(team, { member, seller, role: null })
      await removeRole(db, { memberId: member.id, sellerId: seller.id })
      return team.get(member.id)
    })
    if (!roleBefore) throw new UsageError(`${member.email} has no role at ${seller.displayName}.`)
    say(`${member.email} no longer has a role at ${seller.displayName}.`)
    await notifyMarketplaceChange(hub, { seller, kind: 'removed', member, role: null, roleBefore })
  }
}

type Out = Pick<UserActionContext, 'hub' | 'say'>

async function printPasswordLink(memberId: string, { hub, say }: Out): Promise<void> {
  say(await createPasswordLink(hub, { memberId, minutes: passwordLinkMinutes.invitation }))
  say('Send this link to the member to set their password. It works once, for 24 hours.')
}

/** Refuses to take the last owner's role: the shop could not run its team any more. */
function requireOwner(
  team: Team,
  { member, seller, role }: { member: { id: string; email: string }; seller: NamedSeller; role: Role | null },
): void {
  if (keepsAnOwner(team, { memberId: member.id, role })) return
  throw new UsageError(
    `${member.email} is the last owner of ${seller.displayName}. Make another member owner first: npm run hub -- user role <address> --seller ${seller.username} --role owner`,
  )
}

function roleNamed(text: string): Role {
  const role = roles.find((each) => each === text)
  if (!role) throw new UsageError(`“${text}” is not a role. Roles: ${roles.join(', ')}.`)
  return role
}

async function sellerNamed(hub: AccountsHub, text: string): Promise<NamedSeller> {
  const [seller, ...others] = await sellersNamed(hub.db.owner, text)
  if (!seller) throw new UsageError(`No seller has the id, user name or external id “${text}”.`)
  if (others.length > 0) {
    const names = [seller, ...others].map(({ id, username }) => `${username} (id ${id})`)
    throw new UsageError(`“${text}” matches several sellers: ${names.join(', ')}. Use the user name.`)
  }
  return seller
}

async function memberNamed(hub: AccountsHub, email: string): Promise<{ id: string; name: string; email: string }> {
  const member = await memberOf(hub.db.owner, email)
  if (!member) throw new UsageError(`No member has the e-mail address ${email}.`)
  return member
}
