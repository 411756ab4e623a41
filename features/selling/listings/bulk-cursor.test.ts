import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decryptBulkCursor, encryptBulkCursor } from './bulk-cursor.server.ts'

const secret = 'a secret of at least thirty-two characters'

it('opens a sealed cursor, which reveals nothing', async () => {
  const id = fc.nat({ max: Number.MAX_SAFE_INTEGER })
  await fc.assert(
    fc.asyncProperty(id, id, async (after, upTo) => {
      const sealed = await encryptBulkCursor(secret, { after, upTo })
      expect(sealed).toMatch(/^[\da-f]+$/)
      const opened = await decryptBulkCursor(secret, sealed)
      expect(opened).toEqual({ after, upTo, requestId: expect.stringMatching(/^[\da-f]{20}$/) })
      // Each confirmation page is a request of its own; resending it is the same request.
      expect(await decryptBulkCursor(secret, sealed)).toEqual(opened)
      const other = await encryptBulkCursor(secret, { after, upTo })
      expect((await decryptBulkCursor(secret, other))?.requestId).not.toBe(opened?.requestId)
    }),
  )
})

it('rejects a changed, shortened, forged or foreign cursor', async () => {
  const sealed = await encryptBulkCursor(secret, { after: 200, upTo: 400 })
  const altered = sealed.slice(0, -1) + (sealed.endsWith('0') ? '1' : '0')
  for (const other of [altered, sealed.slice(2), '', '0 400', 'null'])
    expect(await decryptBulkCursor(secret, other), other).toBeNull()
  expect(await decryptBulkCursor(`${secret}!`, sealed)).toBeNull()
})
