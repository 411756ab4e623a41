import { useActionData, useLoaderData } from '#web/router/router.ts'
import { loadTexts } from '#texts/lazy-areas.ts'
import { actionHeaders } from '#web/form-answer.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { changeWebhooks } from './change-webhooks.server.ts'
import { readWebhooks } from './webhooks-view.server.ts'
import { WebhooksView } from './webhooks-view.tsx'

await loadTexts('webhooks')

export const headers = actionHeaders

export const loader = sellerLoader('keys.manage', (args) =>
  readWebhooks(args, { sellerId: args.seller.id, path: paths.webhooks }),
)

export const action = sellerAction('keys.manage', (args) =>
  changeWebhooks(args, { sellerId: args.seller.id, path: paths.webhooks }),
)

export default function WebhooksPage() {
  return <WebhooksView model={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
