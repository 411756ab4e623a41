import { data } from 'react-router'
import { sellerAction } from '#web/guard.server.ts'
import { editRow } from './edit-row.server.ts'

/** Changes a price or quantity from the list, where script sends it. A stale edit is refused with 409. */
export const action = sellerAction('listings.edit', async (args) => {
  const answer = await editRow(args)
  return data(answer, { status: answer.ok ? 200 : answer.version === undefined ? 422 : 409 })
})
