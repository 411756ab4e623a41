import { Button, ButtonLink } from '#shui/button/button.tsx'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { savePreferences } from '#features/shop/settings/preferences-db.server.ts'
import { oneOf } from '#lib/form-fields.ts'
import { useTexts } from '#texts/context.tsx'
import { memberAction, memberLoader } from '#web/guard.server.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { redirect, useLoaderData } from '#web/router/router.ts'
import styles from './arrange-page.module.css'
import {
  arrangementFrom,
  arrangementSteps,
  overviewModules,
  rearranged,
  storedArrangement,
  type ArrangementStep,
  type PlacedModule,
} from './arrangement.ts'
import { moduleTitles } from './module-titles.ts'

export const loader = memberLoader(({ signedIn }) => {
  const { overview } = signedIn.member.preferences
  return Promise.resolve({ placed: arrangementFrom(overview), isUsual: overview === null })
})

export const action = memberAction(async ({ hub, form, signedIn }) => {
  const { id: memberId, preferences } = signedIn.member
  const step = oneOf(form, 'step', [...arrangementSteps, 'usual'] as const)
  const id = oneOf(form, 'module', overviewModules)
  if (!step || (!id && step !== 'usual')) throw refuse('malformed')
  const overview =
    id && step !== 'usual' ? storedArrangement(rearranged(arrangementFrom(preferences.overview), { step, id })) : null
  await savePreferences(hub.db.owner, { memberId, preferences: { overview }, now: hub.now() })
  return redirect(paths.arrangeOverview, { status: 303 })
})

/** Order of the overview's modules, and which are hidden, for this member. */
export default function ArrangePage() {
  const { placed, isUsual } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={t('overview.arrange.title')}
        before={<BackToList href={paths.overview}>{t('overview.title')}</BackToList>}
      />
      <p className={styles.intro}>{t('overview.arrange.intro')}</p>
      <ol className={styles.modules}>
        {placed.map((module, index) => (
          <Module key={module.id} module={module} isFirst={index === 0} isLast={index === placed.length - 1} />
        ))}
      </ol>
      <div className={styles.end}>
        <ButtonLink href={paths.overview} kind="primary">
          {t('overview.arrange.done')}
        </ButtonLink>
        {isUsual ? null : (
          <PageForm>
            <Button type="submit" name="step" value="usual" kind="quiet">
              {t('overview.arrange.usual')}
            </Button>
          </PageForm>
        )}
      </div>
    </>
  )
}

interface ModuleProps {
  module: PlacedModule
  isFirst: boolean
  isLast: boolean
}

function Module({ module: { id, isShown }, isFirst, isLast }: ModuleProps) {
  const { t } = useTexts()
  const name = t(moduleTitles[id])
  const step = (value: ArrangementStep) => (
    <Button
      type="submit"
      name="step"
      value={value}
      size="small"
      kind="quiet"
      aria-label={t(`overview.arrange.${value}.of`, { name })}
    >
      {t(`overview.arrange.${value}`)}
    </Button>
  )
  return (
    <li className={styles.module}>
      <span data-hidden={isShown ? undefined : ''}>
        {name}
        {isShown ? null : <small>{t('overview.arrange.hidden')}</small>}
      </span>
      <PageForm className={styles.steps}>
        <input type="hidden" name="module" value={id} />
        {isFirst ? null : step('up')}
        {isLast ? null : step('down')}
        {step(isShown ? 'hide' : 'show')}
      </PageForm>
    </li>
  )
}
