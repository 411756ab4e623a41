import { useLive } from '#features/machinery/live/use-live.ts'
import { randomBytes } from 'node:crypto'
import { useActionData, useLoaderData } from 'react-router'
import { lateTexts } from '#texts/late-areas.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageName } from '#web/page-name.tsx'
import { answerCase } from './answer-case.server.ts'
import { readCasePage } from './case-page.server.ts'
import { CaseView } from './case-view.tsx'

await lateTexts('case')

/** One return, or one item that has not come. */
export const loader = sellerLoader('hub.view', async (visit) => ({
  ...(await readCasePage(visit)),
  /** Of the answer that the page offers. */
  answerKey: randomBytes(16).toString('hex'),
}))

/** The seller's answer. */
export const action = sellerAction('orders.refund', answerCase)

const concerns = ['orders', 'talk'] as const

/** A case's page. */
export default function CasePage() {
  const page = useLive(useLoaderData<typeof loader>(), concerns)
  const answer = useActionData<typeof action>()
  return (
    <>
      <PageName name={page.model.title} />
      <CaseView {...page} answer={answer} />
    </>
  )
}
