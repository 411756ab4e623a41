import { rowOf } from '#db/testing-row.ts'
import { describe, expect, it } from 'vitest'
import { readSession } from '#features/people/accounts/session.server.ts'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { chooseTool, type Tool } from './tool-choice-db.server.ts'
import * as page from './switch-tool-page.tsx'

const { db, hub } = await testHubAt()
const now = new Date('2026-11-20T14:30:00Z')

const member = await addTestMember(hub)
await addTestSeller(db, { [member.id]: 'owner' })

const since = async () => {
  const row = await rowOf(db.owner, 'members', { id: member.id })
  return row.previous_tool_since
}
const choose = (tool: Tool, at: Date, signal = new AbortController().signal) =>
  chooseTool(db.owner, { memberId: member.id, tool, now: at, signal })

describe('the choice of tool', () => {
  it('is kept until it is reversed, and repeating it changes nothing', async () => {
    await choose('previous', now)
    await choose('previous', new Date('2026-11-21T00:00:00Z'))
    expect(await since()).toEqual(now)
    await choose('hub', now)
    await choose('hub', now)
    expect(await since()).toBeNull()
  })

  it('is not saved if the request was abandoned', async () => {
    const called = new AbortController()
    called.abort()
    await expect(choose('previous', now, called.signal)).rejects.toThrow()
    expect(await since()).toBeNull()
  })

  it('belongs to the member, in all their sessions', async () => {
    const other = await addTestMember(hub)
    const [here, there, elsewhere] = await Promise.all([
      signedInBrowser(hub, member.email),
      signedInBrowser(hub, member.email),
      signedInBrowser(hub, other.email),
    ])
    expect(await here.post(page, '/sh/switch-tool', { tool: 'previous' })).toMatchObject({
      status: 303,
      location: '/sh/ovw',
    })
    expect((await readSession(hub, there.request('/')))?.member.previousTool).toBe(true)
    expect((await readSession(hub, elsewhere.request('/')))?.member.previousTool).toBe(false)
    expect((await there.get(page, '/sh/switch-tool')).location).toBe('/sh/ovw')
    await there.post(page, '/sh/switch-tool', { tool: 'hub' })
    expect((await readSession(hub, here.request('/')))?.member.previousTool).toBe(false)
    expect((await here.get(page, '/sh/switch-tool')).data).toMatchObject({
      hub: 'Seller Hub',
      primary: 'Switch',
      toolHref: null,
    })
  })

  it('has two values', async () => {
    const browser = await signedInBrowser(hub, member.email)
    expect((await browser.post(page, '/sh/switch-tool', { tool: 'third' })).status).toBe(400)
    expect((await browser.post(page, '/sh/switch-tool', { tool: 'previous', srt: 'wrong' })).status).toBe(403)
    expect(await since()).toBeNull()
  })
})
