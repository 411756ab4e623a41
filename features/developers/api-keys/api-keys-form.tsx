import { SubmitRow } from '#web/submit-row.tsx'
import { Checkbox, SelectField, TextField } from '#shui/form/controls.tsx'
import { FieldError } from '#shui/form/field.tsx'
import { Section } from '#shui/section/section.tsx'
import { Status } from '#shui/status/status.tsx'
import { Secret } from '#shui/button/secret.tsx'
import { Tabs } from '#shui/tabs/tabs.tsx'
import { useTexts } from '#texts/context.tsx'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { apiPagePath } from '#web/api-page-path.ts'
import { DocumentForm } from '#web/page-form.tsx'
import { paths, withQuery } from '#web/paths.ts'
import { chosenDays, maxKeyNameLength, scopesOf, defaultKeyDays } from './api-key.ts'
import type { KeyModel } from './api-keys-view.ts'
import type { KeyAnswer } from './change-keys.server.ts'
import styles from './api-keys.module.css'

/** Moves focus from the button at the end of the page to the secret. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

export function KeysIntro({ words }: { words: string }) {
  const { t } = useTexts()
  return (
    <p className={styles.intro}>
      {words}{' '}
      <a href={apiPagePath} hrefLang="en">
        {t('apiKeys.reference')}
      </a>
    </p>
  )
}

export function MadeKey({ made }: { made: KeyAnswer['made'] }) {
  const { t } = useTexts()
  if (!made) return null
  return (
    <div className={styles.made} role="status" tabIndex={-1} ref={takeFocus}>
      <p className={styles.name}>{t('apiKeys.made', { name: made.name })}</p>
      <Secret
        text={made.secret}
        copy={{
          label: t('apiKeys.made.copy'),
          copied: t('apiKeys.made.copied'),
          refused: t('apiKeys.made.refused'),
        }}
      />
      <p>{t('apiKeys.made.hint')}</p>
      {made.clientId === null ? null : <p>{t('apiKeys.made.tool', { id: made.clientId })}</p>}
    </div>
  )
}

export function KeyList({ keys }: { keys: readonly KeyModel[] }) {
  const { t } = useTexts()
  if (keys.length === 0)
    return (
      <p className={styles.none}>
        <b>{t('apiKeys.none')}</b> {t('apiKeys.none.hint')}
      </p>
    )
  return (
    <Section title={t('apiKeys.list')} count={String(keys.length)}>
      <ul className={styles.keys}>
        {keys.map((key) => (
          <li key={key.id} className={styles.key}>
            <p className={styles.head}>
              <bdi className={styles.name}>{key.name}</bdi>
              <span className={styles.ending}>{key.ending}</span>
              <Status tone={key.status.tone} text={key.status.text} />
            </p>
            {key.whose === null ? null : <p>{key.whose}</p>}
            <p className={styles.facts}>{key.scopes}</p>
            <p className={styles.facts}>{key.facts}</p>
            {key.isLive ? (
              <details>
                <summary aria-label={t('apiKeys.revoke', { name: key.name })}>{t('apiKeys.revoke.short')}</summary>
                <DocumentForm className={styles.revoke}>
                  <input type="hidden" name="key" value={key.id} />
                  <p>{t('apiKeys.revoke.sure')}</p>
                  <SubmitRow name="step" value="revoke" kind="danger">
                    {t('apiKeys.revoke.now')}
                  </SubmitRow>
                </DocumentForm>
              </details>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Chooses between all sellers and one, which have different scopes. */
function KindChoice({ isForOne }: { isForOne: boolean }) {
  const { t } = useTexts()
  const tab = (isOne: boolean) => ({
    label: {
      text: t(isOne ? 'apiKeys.whoseOne' : 'apiKeys.whoseAll'),
      action: { type: 'NAV' as const, URL: withQuery(paths.marketplaceKeys, isOne ? { for: 'one' } : {}) },
    },
    active: isOne === isForOne,
  })
  return <Tabs label={t('apiKeys.new')} tabs={[tab(false), tab(true)]} />
}

interface KeyFormProps {
  /** Idempotency key: a repeated request creates one key. */
  id: string
  /** Determines the available scopes. */
  isOfSeller: boolean
  answer: KeyAnswer | undefined
  /** An operator chooses the key's owner and names the seller. */
  asksSeller?: boolean
}

export function KeyForm({ id, isOfSeller, answer, asksSeller = false }: KeyFormProps) {
  const { t } = useTexts()
  const typed = answer && !answer.made ? answer.values : null
  const errors = typed ? answer?.errors : undefined
  return (
    <Section title={t('apiKeys.new')}>
      {asksSeller ? <KindChoice isForOne={isOfSeller} /> : null}
      <DocumentForm className={styles.form}>
        <input type="hidden" name="key" value={id} />
        <FormErrors errors={errors} />
        <TextField
          label={t('word.name')}
          hint={t('apiKeys.name.hint')}
          {...fieldOf('name', errors, typed?.name ?? '')}
          width="medium"
          maxLength={maxKeyNameLength}
          autoComplete="off"
        />
        {asksSeller ? <input type="hidden" name="for" value={isOfSeller ? 'one' : 'all'} /> : null}
        {asksSeller && isOfSeller ? (
          <TextField
            label={t('apiKeys.seller')}
            hint={t('apiKeys.seller.hint')}
            {...fieldOf('seller', errors, typed?.seller ?? '')}
            width="medium"
            maxLength={100}
            autoComplete="off"
          />
        ) : null}
        <fieldset
          className={styles.scopes}
          id="scopes"
          tabIndex={-1}
          aria-describedby={errors?.scopes ? 'scopes-error' : undefined}
        >
          <legend>{t('apiKeys.scopes')}</legend>
          {scopesOf(isOfSeller).map((scope) => (
            <Checkbox
              key={scope}
              id={`scope-${scope.replace(':', '-')}`}
              name="scope"
              value={scope}
              label={t(`apiKeys.scope.${scope}`)}
              defaultChecked={typed?.scopes.includes(scope) ?? false}
            />
          ))}
          {errors?.scopes ? <FieldError id="scopes-error" error={errors.scopes} /> : null}
        </fieldset>
        <SelectField
          label={t('apiKeys.days')}
          id="days"
          name="days"
          width="medium"
          defaultValue={String(typed?.days ?? defaultKeyDays)}
          options={chosenDays.map((days) => ({ value: String(days), label: t('apiKeys.days.choice', { days }) }))}
        />
        <SubmitRow name="step" value="make" kind="primary">
          {t('apiKeys.make')}
        </SubmitRow>
      </DocumentForm>
    </Section>
  )
}
