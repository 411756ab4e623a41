import { useActionData, useLoaderData } from '#web/router/router.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { actionHeaders } from '#web/form-answer.ts'
import { operatorAction, operatorLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { changeWebhooks } from './change-webhooks.server.ts'
import { readWebhooks } from './webhooks-view.server.ts'
import { WebhooksView } from './webhooks-view.tsx'

await loadTexts('webhooks')

const place = { sellerId: null, path: paths.operatorWebhooks }

export const headers = actionHeaders

export const loader = operatorLoader((args) => readWebhooks(args, place))

export const action = operatorAction((args) => changeWebhooks({ ...args, member: args.signedIn.member }, place))

export default function OperatorWebhooksPage() {
  return <WebhooksView model={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
