import { describe, expect, it } from 'vitest'
import { addTestSeller } from '#features/people/accounts/testing.ts'
import { findApiKey } from '#features/developers/api-keys/api-keys-db.server.ts'
import { testDatabase } from '#db/testing.ts'
import { UsageError } from './arguments.ts'
import { keyActions } from './key-command.ts'

const now = new Date('2026-11-22T09:00:00Z')

const db = await testDatabase()

async function run(action: keyof typeof keyActions, ...args: string[]): Promise<string[]> {
  const said: string[] = []
  await keyActions[action](args)({ db, now, say: (line) => said.push(line) })
  return said
}

describe('hub key', () => {
  it('creates a key that is shown once, lists it without its secret, and revokes it', async () => {
    const [secret = '', idLine] = await run('create', '--name', 'our shop', '--days', '30')
    const key = await findApiKey(db.owner, secret, now)
    expect(idLine).toMatch(new RegExp(`: ${key!.id}$`))
    expect(key).toMatchObject({ name: 'our shop', sellerId: null, expiresAt: new Date('2026-12-22T09:00:00Z') })
    const [line = ''] = await run('list')
    expect(line).toContain(`…${secret.slice(-4)}`)
    expect(line).not.toContain(secret)
    expect(line).toContain('until 2026-12-22')
    await run('revoke', key!.id)
    expect(await findApiKey(db.owner, secret, now)).toBeNull()
    expect((await run('list'))[0]).toContain('revoked')
    await expect(run('revoke', key!.id)).rejects.toThrow(UsageError)
  })

  it('makes a seller’s key for what a seller may allow', async () => {
    const id = await addTestSeller(db)
    const [secret = ''] = await run(
      'create',
      '--name',
      'erp',
      '--seller',
      String(id),
      '--scopes',
      'orders:read,stock:write',
    )
    expect(await findApiKey(db.owner, secret, now)).toMatchObject({
      sellerId: id,
      scopes: ['orders:read', 'stock:write'],
    })
    expect(() => keyActions.create(['--name', 'x', '--seller', String(id), '--scopes', 'orders:write'])).toThrow(
      'not a valid scope',
    )
    expect(() => keyActions.create([])).toThrow('--name is missing')
    await expect(run('create', '--name', 'x', '--seller', 'nobody')).rejects.toThrow('No seller')
  })

  it('adds scopes to a key that was made before there were these, and to no key what it may not have', async () => {
    const [secret = ''] = await run('create', '--name', 'our shop', '--scopes', 'orders:read')
    const { id } = (await findApiKey(db.owner, secret, now))!
    const scopes = ['orders:read', 'listings:write', 'keys:write']
    for (const _ of [1, 2])
      expect(await run('grant', id, '--scopes', 'listings:write,keys:write')).toEqual([
        `Key ${id} has ${scopes.join(', ')}.`,
      ])
    expect(await findApiKey(db.owner, secret, now)).toMatchObject({ id, scopes })
    await expect(run('grant', id, '--scopes', 'orders:ship')).rejects.toThrow('cannot have orders:ship')
    expect(() => keyActions.grant([id])).toThrow('--scopes is missing')
    expect(() => keyActions.grant([id, '--scopes', 'all'])).toThrow('not a valid scope')
    await run('revoke', id)
    await expect(run('grant', id, '--scopes', 'keys:write')).rejects.toThrow('No valid key')
  })
})
