import { Button, ButtonLink } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { BackToList } from '#features/machinery/grid/back-to-list.tsx'
import { ownPlaces } from '#features/settings/find/own-places.server.ts'
import { savePreferences } from '#features/settings/preferences/preferences-db.server.ts'
import { oneOf, textOf } from '#lib/form-fields.ts'
import { useTexts } from '#texts/context.tsx'
import { memberAction, memberLoader } from '#web/guard.server.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import type { Preferences } from '#web/preferences.ts'
import { refuse } from '#web/refusals.ts'
import { redirect, useLoaderData } from '#web/router/router.ts'
import styles from './arrange-page.module.css'
import {
  arrangementFrom,
  arrangementSteps,
  moved,
  overviewModules,
  rearranged,
  storedArrangement,
} from './arrangement.ts'
import { moduleTitles } from './module-titles.ts'
import { isPage, longestName, mostPins, pinned, pinsFrom, storedPins } from './pins.ts'

const steps = [...arrangementSteps, 'usual', 'pin', 'unpin'] as const
type Step = (typeof steps)[number]

export const loader = memberLoader(async (visit) => {
  const { overview, pins: stored } = visit.signedIn.member.preferences
  const pins = pinsFrom(stored)
  const page = visit.url.searchParams.get('page')
  const places = pins.length > 0 || page !== null ? await ownPlaces(visit) : []
  const nameOf = (id: string) => places.find(({ href }) => href === id)?.text ?? ''
  /** A filtered list is offered the name of the list. */
  const pathOf = (href: string) => href.split('?', 1)[0]
  const nearOf = (id: string) => places.find(({ href }) => pathOf(href) === pathOf(id))?.text ?? ''
  return {
    placed: arrangementFrom(overview),
    isUsual: overview === null,
    pins: pins.map(({ id, name }) => ({ id, name: name || nameOf(id) || id })),
    /** The page to pin, and its name in the navigation. */
    toPin:
      page !== null && isPage(page) && pins.length < mostPins
        ? { page, known: nameOf(page), name: nameOf(page) || nearOf(page) }
        : null,
  }
})

export const action = memberAction(async ({ hub, form, signedIn }) => {
  const { id: memberId, preferences } = signedIn.member
  const changes = changedBy(form, preferences)
  if (!changes) throw refuse('malformed')
  await savePreferences(hub.db.owner, { memberId, preferences: changes, now: hub.now() })
  return redirect(paths.arrangeOverview(), { status: 303 })
})

function changedBy(form: FormData, preferences: Preferences): Partial<Preferences> | null {
  const step = oneOf(form, 'step', steps)
  const pins = pinsFrom(preferences.pins)
  const page = textOf(form, 'page')
  const id = oneOf(form, 'module', overviewModules)
  if (step === 'usual') return { overview: null }
  if (step === 'pin') {
    const name = textOf(form, 'name').slice(0, longestName)
    return isPage(page)
      ? { pins: storedPins(pinned(pins, { id: page, name: name === textOf(form, 'known') ? '' : name })) }
      : null
  }
  if (step === 'unpin') return { pins: storedPins(pins.filter((pin) => pin.id !== page)) }
  if (step && id)
    return { overview: storedArrangement(rearranged(arrangementFrom(preferences.overview), { step, id })) }
  return isPage(page) && (step === 'up' || step === 'down')
    ? { pins: storedPins(moved(pins, { step, id: page })) }
    : null
}

/** The member's pinned pages, and the order of the overview's modules. */
export default function ArrangePage() {
  const { placed, isUsual, pins, toPin } = useLoaderData<typeof loader>()
  const { t } = useTexts()
  return (
    <>
      <PageHead
        title={t('overview.arrange.title')}
        before={<BackToList href={paths.overview}>{t('word.overview')}</BackToList>}
      />
      <div className={styles.parts}>
        {toPin ? <PinForm {...toPin} /> : null}
        <Section title={t('overview.pinned')}>
          <p className={styles.intro}>{t('overview.pinned.intro', { n: mostPins })}</p>
          <ol className={styles.modules}>
            {pins.map(({ id, name }, index) => (
              <Item key={id} field="page" id={id} name={name} steps={[...around(index, pins), 'unpin']}>
                <PageLink to={id}>{name}</PageLink>
              </Item>
            ))}
          </ol>
        </Section>
        <Section title={t('word.overview')}>
          <p className={styles.intro}>{t('overview.arrange.intro')}</p>
          <ol className={styles.modules}>
            {placed.map(({ id, isShown }, index) => (
              <Item
                key={id}
                field="module"
                id={id}
                name={t(moduleTitles[id])}
                steps={[...around(index, placed), isShown ? 'hide' : 'show']}
              >
                <span data-hidden={isShown ? undefined : ''}>
                  {t(moduleTitles[id])}
                  {isShown ? null : <small>{t('overview.arrange.hidden')}</small>}
                </span>
              </Item>
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
        </Section>
      </div>
    </>
  )
}

/** Steps of an item among others: the first does not move up, nor the last down. */
const around = (index: number, { length }: readonly unknown[]): ('up' | 'down')[] => [
  ...(index === 0 ? [] : (['up'] as const)),
  ...(index === length - 1 ? [] : (['down'] as const)),
]

function PinForm({ page, known, name }: { page: string; known: string; name: string }) {
  const { t } = useTexts()
  return (
    <PageForm className={styles.end}>
      <input type="hidden" name="page" value={page} />
      <input type="hidden" name="known" value={known} />
      <TextField name="name" label={t('overview.pin.name')} defaultValue={name} maxLength={longestName} required />
      <Button type="submit" name="step" value="pin" kind="primary">
        {t('overview.pin')}
      </Button>
    </PageForm>
  )
}

interface ItemProps {
  /** Name of the hidden field with the id. */
  field: 'page' | 'module'
  id: string
  name: string
  steps: readonly Exclude<Step, 'usual' | 'pin'>[]
  children: React.ReactNode
}

function Item({ field, id, name, steps: offered, children }: ItemProps) {
  const { t } = useTexts()
  return (
    <li className={styles.module}>
      {children}
      <PageForm className={styles.steps}>
        <input type="hidden" name={field} value={id} />
        {offered.map((step) => (
          <Button
            key={step}
            type="submit"
            name="step"
            value={step}
            size="small"
            kind="quiet"
            aria-label={t(`overview.arrange.${step}.of`, { name })}
          >
            {t(`overview.arrange.${step}`)}
          </Button>
        ))}
      </PageForm>
    </li>
  )
}
