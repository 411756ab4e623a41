import type { Kysely } from 'kysely'
import { z } from 'zod'
import type { Schema } from '#db/schema.ts'
import { keepsAnOwner } from '#features/people/accounts/last-owner.ts'
import { addMember, lockTeam, memberOf, removeRole, roleOf, setRole } from '#features/people/accounts/members.server.ts'
import { notifyMarketplaceChange } from '#features/people/team/notify-marketplace-change.server.ts'
import { roles } from '#web/roles.ts'
import { answersOf, sellerParams, requireMatch, sellerEndpoint, type Endpoint } from './endpoint.ts'
import { text } from './fields.ts'
import { ApiProblem } from './problem.ts'
import type { ApiSeller } from './sellers-by-id.ts'
import { assertDefined } from '#lib/assert-defined.ts'

const memberParams = sellerParams.extend({
  email: z
    .string()
    .min(3)
    .max(200)
    .regex(/^\S+$/)
    .meta({ description: 'The member’s e-mail address', example: 'ada@lens-and-light.example' }),
})

const memberBody = z
  .strictObject({
    name: text(100),
    role: z.enum(roles).meta({ description: 'Role at this seller' }),
  })
  .meta({ id: 'MemberBody', description: 'A team member of a seller' })

const member = z
  .object({ email: z.string(), name: z.string(), role: z.enum(roles) })
  .meta({ id: 'Member', description: 'A team member of a seller' })

const writeMember = ({ email, name, role }: z.output<typeof member>): z.input<typeof member> => ({ email, name, role })

const toldSeller = ({ id, display_name: displayName }: ApiSeller) => ({ id, displayName })

/** Refuses a change if the member changed since the caller read them. */
async function requireMember(
  db: Kysely<Schema>,
  { email, sellerId, ifMatch }: { email: string; sellerId: number; ifMatch: string | null },
): Promise<void> {
  if (ifMatch === null) return
  const known = await memberOf(db, email)
  const role = known && (await roleOf(db, { memberId: known.id, sellerId }))
  requireMatch(ifMatch, known && role ? writeMember({ ...known, role }) : null)
}

/** Team members of a seller and their roles. Each sets their password by “forgot password”. */
export const memberEndpoints: Endpoint[] = [
  sellerEndpoint({
    route: 'PUT /sellers/{seller}/members/{email}',
    operationId: 'saveMember',
    summary: 'Add a member or change their role',
    description: 'A new member has no password yet: the hub’s “forgot password” e-mails them a link to set one.',
    scope: 'members:write',
    params: memberParams,
    body: memberBody,
    example: { name: 'Ada Example', role: 'manager' },
    versioned: true,
    answers: answersOf(member, { 200: 'The member already existed', 201: 'The member was added to this seller' }),
    problems: ['email-unusable', 'last-owner'],
    handle: async ({ hub, seller, params, body, ifMatch }) => {
      const { role } = body
      await requireMember(hub.db.owner, { email: params.email, sellerId: seller.id, ifMatch })
      const added = await addMember(hub, { email: params.email, name: body.name, seller: { id: seller.id, role } })
      if (!added.ok && added.reason !== 'has-role')
        throw new ApiProblem('email-unusable', {
          errors: [{ parameter: 'email', detail: `The address is refused: ${added.reason}.` }],
        })
      const known = assertDefined(await memberOf(hub.db.owner, params.email), 'they were added, or had a role')
      const at = { memberId: known.id, sellerId: seller.id }
      const roleBefore = added.ok
        ? null
        : await hub.db.asOwner(async (db) => {
            const team = await lockTeam(db, seller.id)
            await requireMember(db, { email: known.email, sellerId: seller.id, ifMatch })
            if (!keepsAnOwner(team, { memberId: known.id, role })) throw new ApiProblem('last-owner')
            await setRole(db, { ...at, role })
            return team.get(known.id) ?? null
          })
      const kind = roleBefore === null ? 'joined' : 'role'
      await notifyMarketplaceChange(hub, { seller: toldSeller(seller), kind, member: known, role, roleBefore })
      return { status: added.ok ? 201 : 200, body: writeMember({ ...known, role }) }
    },
  }),
  sellerEndpoint({
    route: 'DELETE /sellers/{seller}/members/{email}',
    operationId: 'removeMember',
    summary: 'Remove a member',
    description: 'Takes effect with the member’s next request. The last owner of a seller cannot be removed.',
    scope: 'members:write',
    params: memberParams,
    answers: { 204: { description: 'Removed', schema: null } },
    problems: ['last-owner'],
    handle: async ({ hub, seller, params }) => {
      const known = await memberOf(hub.db.owner, params.email)
      const at = known && { memberId: known.id, sellerId: seller.id }
      if (!at) throw new ApiProblem('not-found')
      const roleBefore = await hub.db.asOwner(async (db) => {
        const team = await lockTeam(db, seller.id)
        const role = team.get(at.memberId)
        if (!role) throw new ApiProblem('not-found')
        if (!keepsAnOwner(team, { memberId: at.memberId, role: null })) throw new ApiProblem('last-owner')
        await removeRole(db, at)
        return role
      })
      const change = { kind: 'removed', member: known, role: null, roleBefore } as const
      await notifyMarketplaceChange(hub, { seller: toldSeller(seller), ...change })
      return { status: 204 }
    },
  }),
]
