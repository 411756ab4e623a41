import { expect, it } from 'vitest'
import { signedInBrowser } from '#features/people/accounts/testing-browser.ts'
import { addTestMember, addTestSeller, testHubAt } from '#features/people/accounts/testing.ts'
import { paths } from '#web/paths.ts'
import { loader } from './live-frame-resource.ts'

it('returns the current frame for a page of the hub, and the initial one for any other address', async () => {
  const { db, hub } = await testHubAt()
  const { id, email } = await addTestMember(hub)
  await addTestSeller(db, { [id]: 'owner' })
  const browser = await signedInBrowser(hub, email)
  const page = { loader: async (args: Parameters<typeof loader>[0]) => ({ now: await (await loader(args)).json() }) }
  const frameAt = async (at: string) => (await browser.get(page, paths.liveFrame(at))).data.now
  const start = await frameAt('/')
  expect(await frameAt(paths.listings.active)).not.toEqual(start)
  for (const at of ['/\\[', '//elsewhere.example', '/\\elsewhere.example', 'javascript:0', ''])
    expect(await frameAt(at)).toEqual(start)
})
