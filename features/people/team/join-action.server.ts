import { selectOfSeller } from '#db/select-of-seller.ts'
import { redirect } from '#web/router/router.ts'
import { forgetPages } from '#features/people/accounts/forget-pages.ts'
import { passwordLimits } from '#features/people/accounts/password-rules.ts'
import { signIn } from '#features/people/accounts/sign-in.server.ts'
import { oneOf, secretOf, textOf } from '#lib/form-fields.ts'
import { refused, rateLimited } from '#web/form-answer.ts'
import type { publicAction } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import type { Role } from '#web/roles.ts'
import { joinTeam, signUp, type JoinOutcome, type SignUpOutcome } from './join.server.ts'
import { notifyTeam } from './team-mails.server.ts'
import { maxNameLength } from './team.ts'

type Args = Parameters<Parameters<typeof publicAction>[0]>[0]
type Field = 'name' | 'email' | 'password' | 'repeat'

export async function answerJoin(args: Args) {
  const step = oneOf(args.form, 'step', ['join', 'sign-up'])
  if (!step) throw refuse('malformed')
  return step === 'join' ? joinSignedIn(args) : joinAsNew(args)
}

async function joinSignedIn(args: Args) {
  const { hub, url, signedIn, clientIp } = args
  if (!signedIn) throw refuse('signed-out')
  const { member, sessionId } = signedIn
  const token = url.searchParams.get('token') ?? ''
  const outcome = await joinTeam(hub, { token, member, sessionId, clientIp })
  if (!outcome.ok) return refusal(outcome, args)
  await notifyOwners(args, outcome, member.name)
  return redirect(paths.home, { status: 303, headers: forgetPages() })
}

async function joinAsNew(args: Args) {
  const { hub, form, url, request, clientIp, texts, signedIn } = args
  // A second account would be a mistake.
  if (signedIn) return refused<Field>({})
  const values = { name: textOf(form, 'name'), email: textOf(form, 'email') }
  const password = secretOf(form, 'password')
  if (password !== secretOf(form, 'repeat')) return refused<Field>({ repeat: texts.t('accounts.error.repeat') }, values)
  const token = url.searchParams.get('token') ?? ''
  const outcome = await signUp(hub, { token, ...values, password, clientIp })
  if (!outcome.ok) return refusal(outcome, args, values)
  await notifyOwners(args, outcome, values.name)
  const entered = await signIn(hub, { email: outcome.email, password, request, clientIp })
  return redirect(entered.ok ? paths.home : paths.signIn, { status: 303, headers: entered.ok ? entered.cookies : {} })
}

function refusal(
  outcome: Extract<JoinOutcome | SignUpOutcome, { ok: false }>,
  { hub, texts }: Args,
  values: { name?: string; email?: string } = {},
) {
  switch (outcome.reason) {
    case 'too-many':
      return rateLimited<Field>(outcome, { now: hub.now(), texts, values })
    // The loader detects this too, and the page shows it.
    case 'used-up':
    case 'has-role':
    case 'other-address':
      return refused<Field>({}, values)
    case 'no-name':
    case 'long-name':
      return refused<Field>({ name: texts.t(`team.join.error.${outcome.reason}`, { n: maxNameLength }) }, values)
    case 'no-email':
      return refused<Field>({ email: texts.t('accounts.error.email') }, values)
    case 'known-email':
      return refused<Field>({ email: texts.t('team.join.error.known-email') }, values)
    case 'too-short':
    case 'too-long':
    case 'same-as-email':
      return refused<Field>({ password: texts.t(`accounts.error.${outcome.reason}`, passwordLimits) }, values)
  }
}

async function notifyOwners(
  { hub, texts }: Args,
  { sellerId, memberId, role }: { sellerId: number; memberId: string; role: Role },
  name: string,
): Promise<void> {
  const { display_name: displayName } = await selectOfSeller(hub.db.owner, 'seller_names', sellerId)
    .select('display_name')
    .executeTakeFirstOrThrow()
  const event = { kind: 'joined', actor: name, subject: name, role, roleBefore: null } as const
  const seller = { id: sellerId, displayName }
  await notifyTeam(hub, { seller, event, by: memberId, concerns: [], locale: texts.locale })
}
