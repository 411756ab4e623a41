import { useActionData, useLoaderData } from '#web/router/router.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { newKeyId } from './api-key.ts'
import { KeyForm, KeyList, KeysIntro, MadeKey } from './api-keys-form.tsx'
import { listApiKeys } from './api-keys-db.server.ts'
import { keyModels } from './api-keys-view.ts'
import { changeKeys } from './change-keys.server.ts'
import styles from './api-keys.module.css'

await loadTexts('api-keys')

export const loader = sellerLoader('keys.manage', async ({ hub, seller, texts, url }) => ({
  keys: keyModels(await listApiKeys(hub.db.owner, { sellerId: seller.id }), { now: hub.now(), texts, sellers: null }),
  newId: newKeyId(),
  done: (['revoked', 'already'] as const).find((name) => name === url.searchParams.get('done')) ?? null,
}))

export const action = sellerAction('keys.manage', ({ hub, form, texts, seller, member }) =>
  changeKeys({ hub, form, texts, path: paths.apiKeys, madeBy: member.name, sellerId: seller.id }),
)

export default function ApiKeysPage() {
  const { keys, newId, done } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageHead title={t('nav.apiKeys')} done={done && !answer ? t(`apiKeys.${done}`) : null} />
      <KeysIntro words={t('apiKeys.intro')} />
      <div className={styles.page}>
        <MadeKey made={answer?.made ?? null} />
        <KeyList keys={keys} />
        <KeyForm key={keys.length} id={newId} isOfSeller answer={answer} />
      </div>
    </>
  )
}
