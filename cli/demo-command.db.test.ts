import { describe, expect, it } from 'vitest'
import { testDatabase } from '#db/testing.ts'
import { UsageError } from './arguments.ts'
import { demoCommand } from './demo-command.ts'
import { runCommand } from './testing.ts'

describe('hub demo links', () => {
  it('says that the demo is not there, and takes nothing else', async () => {
    const db = await testDatabase()
    await expect(runCommand(demoCommand, ['links'], { db })).rejects.toThrow('The demo marketplace is not in this')
    await expect(runCommand(demoCommand, ['links', 'all'], { db })).rejects.toThrow(UsageError)
  })

  it('prints new one-time links for the members who are there, as the start does', async () => {
    const db = await testDatabase()
    for (const email of ['owner@demo.example', 'viewer@demo.example', 'bea@example.com'])
      await db.owner.insertInto('members').values({ id: email, name: 'Ada Example', email }).execute()
    const { said, code } = await runCommand(demoCommand, ['links'], { db })
    expect(code).toBe(0)
    const links = said.match(/http:\/\/\S+token=\S+/g)!
    expect(said).toMatch(/\(owner\) +http[^]*\(viewer\) +http/)
    expect(links).toHaveLength(2)
    const again = await runCommand(demoCommand, ['links'], { db })
    expect(again.said).not.toContain(links[0])
    const { rows } = await db.pool.query('select from verifications')
    expect(rows).toHaveLength(4)
  })
})
