import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectForAll } from '#lib/testing-property.ts'
import { keepsAnOwner } from '#features/people/accounts/last-owner.ts'
import { roles, type Role } from '#web/roles.ts'
import { asksForPassword } from './team.ts'

const aRole = fc.constantFrom(...roles)
const aTeam = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), aRole, { minKeys: 1 })

/** The team after the change. */
function changed(team: ReadonlyMap<string, Role>, memberId: string, role: Role | null): Map<string, Role> {
  const after = new Map(team)
  if (role === null) after.delete(memberId)
  else after.set(memberId, role)
  return after
}

const hasOwner = (team: ReadonlyMap<string, Role>) => [...team.values()].includes('owner')

describe('a team', () => {
  it('keeps an owner through any allowed changes', () => {
    const changes = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.option(aRole)), { maxLength: 30 })
    expectForAll(aTeam, changes, (first, requested) => {
      let team = new Map(Object.entries(first))
      fc.pre(hasOwner(team))
      for (const [memberId, role] of requested)
        if (keepsAnOwner(team, { memberId, role })) team = changed(team, memberId, role)
      expect(hasOwner(team)).toBe(true)
    })
  })

  it('allows every change that leaves an owner', () => {
    expectForAll(aTeam, fc.constantFrom('a', 'b', 'c', 'd'), fc.option(aRole), (first, memberId, role) => {
      const team = new Map(Object.entries(first))
      fc.pre(hasOwner(team))
      expect(keepsAnOwner(team, { memberId, role })).toBe(hasOwner(changed(team, memberId, role)))
    })
  })

  it.each([
    ['owner', 'manager', true],
    ['owner', null, true],
    [null, 'owner', true],
    ['viewer', 'owner', true],
    ['owner', 'owner', false],
    ['manager', 'viewer', false],
    ['lister', null, false],
    [null, 'shipper', false],
  ] as const)('a change from %s to %s asks for the password: %s', (from, to, asks) => {
    expect(asksForPassword({ from, to })).toBe(asks)
  })
})
