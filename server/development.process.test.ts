import { expect, it } from 'vitest'
import { postgresOf, startHub, usedDataFolder } from './testing-process.ts'

it('serves pages from their sources with hot reload, and stops PostgreSQL at SIGTERM like any hub', async () => {
  const folder = await usedDataFolder()
  const hub = await startHub({
    DATA_DIR: folder,
    NODE_ENV: 'development',
  })
  await hub.ready
  const answerOf = async (address: string) => {
    const answer = await fetch(`http://127.0.0.1:${hub.port}${address}`)
    return { status: answer.status, text: await answer.text() }
  }
  const page = await answerOf('/sign-in')
  expect(page.status).toBe(200)
  const script = '/app/entry.client.tsx'
  expect(page.text).toContain(`src="${script}"`)
  expect((await answerOf(script)).status).toBe(200)
  // A page's script leaves its loader on the server.
  const own = await answerOf('/features/people/accounts/sign-in-page.tsx')
  expect(own.text).toContain('SignInPage')
  expect(own.text).not.toContain('.server.ts')
  expect(await answerOf('/@vite/client')).toMatchObject({
    status: 200,
    text: expect.stringContaining('vite:beforeUpdate'),
  })
  hub.child.kill('SIGTERM')
  expect(await hub.exited, hub.output()).toBe(0)
  expect(await postgresOf(folder)).toBeNull()
})
