import { Button } from '#shui/button/button.tsx'
import { Checkbox, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { ButtonForm } from '#web/button-form.tsx'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { packageFields, type PackageField } from './package.ts'
import { changePackages, readPackagesPage, type PackageModel } from './packages-page.server.ts'
import styles from './policies-page.module.css'

await loadTexts('shipping')

export const loader = sellerLoader('listings.edit', readPackagesPage)

export const action = sellerAction('listings.edit', changePackages)

export default function PackagesPage() {
  const { packages, isSaved } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const isRefused = answer !== undefined && !answer.values.id
  return (
    <>
      <PageHead title={t('shipping.packages')} done={isSaved && !answer ? t('shipping.packages.saved') : null} />
      <p className={styles.intro}>{t('shipping.packages.intro')}</p>
      <div className={styles.groups}>
        <Section title={t('shipping.packages')} count={packages.length > 0 ? String(packages.length) : null}>
          <ul className={styles.policies}>
            {packages.map((pack) => (
              <PackageItem key={`${pack.id} ${pack.words} ${pack.typed.name} ${pack.isDefault}`} pack={pack} />
            ))}
          </ul>
          <details key={packages.length} className={styles.details} open={isRefused || packages.length === 0}>
            <summary>{t('shipping.package.add')}</summary>
            <PackageForm pack={null} />
          </details>
        </Section>
      </div>
    </>
  )
}

function PackageItem({ pack }: { pack: PackageModel }) {
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const { id, words, typed, isDefault } = pack
  return (
    <li className={styles.policy}>
      <div className={styles.head}>
        <div>
          <strong dir="auto">{isDefault ? t('shipping.package.isDefault', { name: typed.name }) : typed.name}</strong>
          <p className={styles.uses}>{words}</p>
        </div>
        <ButtonForm
          fields={{ id }}
          name="step"
          value="delete"
          size="small"
          kind="quiet"
          aria-label={t('shipping.remove', { name: typed.name })}
        >
          {t('word.remove')}
        </ButtonForm>
      </div>
      <details className={styles.details} open={answer?.values.id === id}>
        <summary aria-label={t('shipping.package.change', { name: typed.name })}>
          {t('shipping.package.change.short')}
        </summary>
        <PackageForm pack={pack} />
      </details>
    </li>
  )
}

function PackageForm({ pack }: { pack: PackageModel | null }) {
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const id = pack?.id ?? ''
  const own = answer && (answer.values.id ?? '') === id ? answer : null
  const typed: Partial<Record<PackageField, string>> = own ? own.values : (pack?.typed ?? {})
  const errors: Partial<Record<PackageField, string>> = own ? own.errors : {}
  return (
    <PageForm className={styles.form} noValidate autoComplete="off">
      <FormErrors errors={own?.errors} />
      <input type="hidden" name="id" value={id} />
      {packageFields.map((field) => (
        <TextField
          key={field}
          label={t(`shipping.package.${field}`)}
          optional={field !== 'name'}
          id={`${field}-${id}`}
          name={field}
          defaultValue={typed[field]}
          error={errors[field]}
          {...(field === 'name' ? {} : { width: 'short', figures: true })}
        />
      ))}
      <Checkbox
        label={t('shipping.package.default')}
        id={`isDefault-${id}`}
        name="isDefault"
        defaultChecked={own ? own.values.isDefault === 'on' : (pack?.isDefault ?? false)}
      />
      <div>
        <Button type="submit" name="step" value="save" kind={pack ? 'secondary' : 'primary'}>
          {t('common.save')}
        </Button>
      </div>
    </PageForm>
  )
}
