import { data, redirect, useActionData, useLoaderData, type ShouldRevalidateFunctionArgs } from '#web/router/router.ts'
import { Button } from '#shui/button/button.tsx'
import { FieldError } from '#shui/form/field.tsx'
import { Section } from '#shui/section/section.tsx'
import { withUndo } from '#features/machinery/undo/undo.ts'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { ButtonForm } from '#web/button-form.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PolicyFieldset } from './policy-fieldset.tsx'
import { policyGroups, takePolicyPost, type PolicyGroup, type PolicyModel } from './policies-page.server.ts'
import styles from './policies-page.module.css'

await loadTexts('listing-form')

export const loader = sellerLoader('listings.edit', async (args) => ({
  groups: await args.read((db) => policyGroups(db, args)),
  currency: args.seller.currency,
  done: args.url.searchParams.get('done') === 'saved',
}))

export const action = sellerAction('listings.edit', async (args) => {
  const outcome = await args.write((db) => takePolicyPost(db, args))
  if (!outcome) throw refuse('malformed')
  if ('done' in outcome) return redirect(paths.policiesDone, { status: 303 })
  if ('undo' in outcome) return redirect(withUndo(paths.policies, outcome.undo), { status: 303 })
  return data(outcome, { status: outcome.problems.includes('stale') || outcome.usedBy > 0 ? 409 : 422 })
})

/** Also after a refusal, to show the concurrent change above the input. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus !== undefined || defaultShouldRevalidate
}

export default function PoliciesPage() {
  const { groups, done } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  // The first missing kind gets the page's primary button.
  const next = groups.find(({ policies }) => policies.length === 0)
  return (
    <>
      <PageHead title={t('policies.title')} done={done && !answer ? t('policies.saved') : null} />
      <p className={styles.intro}>{t('policies.intro')}</p>
      {groups.every(({ policies }) => policies.length === 0) ? (
        <div className={styles.usual}>
          <p>{t('policies.usual.hint')}</p>
          <ButtonForm name="intent" value="usual" kind="primary">
            {t('policies.usual.do')}
          </ButtonForm>
        </div>
      ) : null}
      <div className={styles.groups}>
        {groups.map((group) => (
          <PolicySection key={group.kind} group={group} isNext={group === next} />
        ))}
      </div>
    </>
  )
}

function PolicySection({ group: { kind, policies }, isNext }: { group: PolicyGroup; isNext: boolean }) {
  const { currency } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const refused = answer?.kind === kind && answer.id === null ? answer : null
  return (
    <Section title={t(`policies.${kind}`)} count={policies.length > 0 ? String(policies.length) : null}>
      {policies.length > 0 ? (
        <ul className={styles.policies}>
          {policies.map((policy) => (
            <PolicyItem key={`${policy.id} ${policy.version}`} policy={policy} />
          ))}
        </ul>
      ) : null}
      {/* Remounted empty after saving. */}
      <details key={policies.length} className={styles.details} open={refused !== null || policies.length === 0}>
        <summary>{t(`listingForm.policy.new.${kind}`)}</summary>
        <PageForm className={styles.form} noValidate>
          <input type="hidden" name="kind" value={kind} />
          <PolicyFieldset
            kind={kind}
            currency={currency}
            typed={refused?.typed ?? null}
            problems={refused?.problems ?? []}
            fieldOf={(name) => ({ name, id: `${kind}-${name}` })}
          />
          <div>
            <Button type="submit" name="intent" value="save" kind={isNext ? 'primary' : 'secondary'}>
              {t('common.save')}
            </Button>
          </div>
        </PageForm>
      </details>
    </Section>
  )
}

function PolicyItem({ policy }: { policy: PolicyModel }) {
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const { id, version, name, words, terms, uses, typed } = policy
  const refused = answer?.id === id ? answer : null
  return (
    <li className={styles.policy}>
      <div className={styles.head}>
        <div>
          <strong dir="auto">{words}</strong>
          {terms ? (
            <p className={styles.terms} dir="auto">
              {terms}
            </p>
          ) : null}
          <p className={styles.uses}>{t('policies.uses', { n: uses })}</p>
        </div>
        {uses === 0 ? (
          <ButtonForm
            fields={{ kind: typed.kind, change: `${id}:${version}` }}
            name="intent"
            value="delete"
            size="small"
            kind="quiet"
            aria-label={t('listingForm.policy.delete', { name })}
          >
            {t('listingForm.policy.delete.short')}
          </ButtonForm>
        ) : null}
      </div>
      {refused && refused.usedBy > 0 ? (
        <div role="alert">
          <FieldError id={undefined} error={t('listingForm.policy.used', { n: refused.usedBy })} />
        </div>
      ) : null}
      {typed.kind === 'FULFILMENT' ? (
        <PageLink to={paths.shippingPolicy({ policy: id })} aria-label={t('listingForm.policy.edit', { name })}>
          {t('listingForm.policy.edit.short')}
        </PageLink>
      ) : (
        <PolicyChange policy={policy} />
      )}
    </li>
  )
}

/** The form of a policy whose terms fit in a line. */
function PolicyChange({ policy: { id, version, name, uses, typed } }: { policy: PolicyModel }) {
  const { currency } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const refused = answer?.id === id ? answer : null
  return (
    <details className={styles.details} open={refused !== null && refused.usedBy === 0}>
      <summary aria-label={t('listingForm.policy.edit', { name })}>{t('listingForm.policy.edit.short')}</summary>
      <PageForm className={styles.form} noValidate>
        <input type="hidden" name="kind" value={typed.kind} />
        <input type="hidden" name="change" value={`${id}:${refused?.version ?? version}`} />
        <p className={styles.uses}>{t('listingForm.policy.uses', { n: uses })}</p>
        <PolicyFieldset
          kind={typed.kind}
          currency={currency}
          typed={refused?.typed ?? typed}
          problems={refused?.problems ?? []}
          fieldOf={(field) => ({ name: field, id: `${id}-${field}` })}
        />
        <div>
          <Button type="submit" name="intent" value="save">
            {t('listingForm.policy.saveChange')}
          </Button>
        </div>
      </PageForm>
    </details>
  )
}
