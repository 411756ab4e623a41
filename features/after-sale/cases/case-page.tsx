import { useLive } from '#features/machinery/live/use-live.ts'
import { randomBytes } from 'node:crypto'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { textOf } from '#lib/form-fields.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageName } from '#web/page-name.tsx'
import { answerCase } from './answer-case.server.ts'
import { readCasePage } from './case-page.server.ts'
import { restockStep, undoRestockStep } from './case-restock.ts'
import { CaseView } from './case-view.tsx'
import { takeRestock, takeRestockBack } from './restock-case.server.ts'

await loadTexts('case')

export const loader = sellerLoader('hub.view', async (visit) => ({
  ...(await readCasePage(visit)),
  answerKey: randomBytes(16).toString('hex'),
}))

/** Submits the seller's answer, or puts the returned item back in stock or takes it out again. */
export const action = sellerAction('orders.refund', (visit) => {
  const step = textOf(visit.form, 'step')
  if (step === restockStep) return takeRestock(visit)
  return step === undoRestockStep ? takeRestockBack(visit) : answerCase(visit)
})

const concerns = ['orders', 'talk'] as const

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
