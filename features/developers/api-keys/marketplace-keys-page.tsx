import { useActionData, useLoaderData } from '#web/router/router.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { operatorAction, operatorLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { newKeyId } from './api-key.ts'
import { KeyForm, KeyList, KeysIntro, MadeKey } from './api-keys-form.tsx'
import { listApiKeys, sellersOfKeys } from './api-keys-db.server.ts'
import { keyModels } from './api-keys-view.ts'
import { changeKeys } from './change-keys.server.ts'
import styles from './api-keys.module.css'

await loadTexts('api-keys')

export const loader = operatorLoader(async ({ hub, texts, url }) => {
  const keys = await listApiKeys(hub.db.owner)
  const sellers = await sellersOfKeys(hub.db.owner, keys)
  return {
    keys: keyModels(keys, { now: hub.now(), texts, sellers }),
    newId: newKeyId(),
    isForOne: url.searchParams.get('for') === 'one',
    done: (['revoked', 'already'] as const).find((name) => name === url.searchParams.get('done')) ?? null,
  }
})

export const action = operatorAction(({ hub, form, texts, signedIn }) =>
  changeKeys({ hub, form, texts, path: paths.marketplaceKeys, madeBy: signedIn.member.name, sellerId: null }),
)

export default function MarketplaceKeysPage() {
  const { keys, newId, isForOne, done } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageHead title={t('nav.apiKeys')} done={done && !answer ? t(`apiKeys.${done}`) : null} />
      <KeysIntro words={t('apiKeys.introMarketplace')} />
      <div className={styles.page}>
        <MadeKey made={answer?.made ?? null} />
        <KeyList keys={keys} />
        <KeyForm key={`${keys.length} ${isForOne}`} id={newId} isOfSeller={isForOne} answer={answer} asksSeller />
      </div>
    </>
  )
}
