import { SubmitRow } from '#web/submit-row.tsx'
import { useMemo } from 'react'
import { Button } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { fieldOf } from '#web/field-of.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { PageLink } from '#web/page-link.tsx'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { changeStockLocations, readStockLocationsPage, type LocationModel } from './stock-locations-page.server.ts'
import styles from './stock-locations.module.css'

await loadTexts('inventory')

export const loader = sellerLoader('listings.edit', readStockLocationsPage)

export const action = sellerAction('listings.edit', changeStockLocations)

export default function StockLocationsPage() {
  const { locations, done, mayAdd } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  return (
    <>
      <PageHead title={t('inventory.locations.title')} done={answer ? null : done} />
      <p className={styles.intro}>{t('inventory.locations.intro')}</p>
      {locations.length === 0 ? (
        <p className={styles.intro}>{t('inventory.locations.one')}</p>
      ) : (
        <Locations locations={locations} />
      )}
      {mayAdd ? <AddForm key={locations.length} isFirst={locations.length === 0} /> : null}
    </>
  )
}

function Locations({ locations }: { locations: readonly LocationModel[] }) {
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const errors = useMemo(
    () => ({ form: answer?.errors.form, [nameFieldOf(answer?.values.location)]: answer?.errors.renamed }),
    [answer],
  )
  return (
    <Section title={t('inventory.locations.present')}>
      <FormErrors errors={errors} />
      <div className={styles.list}>
        <CardTable
          head={t('inventory.locations.location')}
          columns={[
            { key: 'skus', label: t('inventory.count.rows'), isNumber: true },
            { key: 'items', label: t('word.items'), isNumber: true },
            { key: 'rename', label: t('inventory.locations.rename'), isAction: true },
          ]}
          rows={locations.map((location) => ({
            key: String(location.id),
            name: location.isDefault ? (
              <>
                {location.name} <span className={styles.default}>{t('inventory.locations.isDefault')}</span>
              </>
            ) : (
              location.name
            ),
            cells: [
              location.list === null ? (
                location.skus
              ) : (
                <PageLink key="skus" to={location.list}>
                  {location.skus}
                </PageLink>
              ),
              location.items,
              <Actions key={location.name} location={location} />,
            ],
          }))}
        />
      </div>
      <p className={styles.intro}>{t('inventory.locations.default', { name: locations[0]?.name ?? '' })}</p>
      {locations.length > 2 ? <p className={styles.intro}>{t('inventory.locations.others')}</p> : null}
    </Section>
  )
}

const nameFieldOf = (location: string | undefined) => `renamed-${location}`

function Actions({ location: { id, name, isDefault, mayRemove } }: { location: LocationModel }) {
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const own = answer?.values.location === String(id) ? answer : null
  return (
    <PageForm noValidate autoComplete="off">
      <input type="hidden" name="location" value={id} />
      <div className={styles.actions}>
        <TextField
          label={t('inventory.locations.rename.of', { name })}
          hideLabel
          id={nameFieldOf(String(id))}
          name="renamed"
          width="medium"
          defaultValue={own?.values.renamed ?? name}
          error={own?.errors.renamed}
        />
        <Button
          type="submit"
          name="step"
          value="rename"
          size="small"
          aria-label={t('inventory.locations.rename.of', { name })}
        >
          {t('inventory.locations.rename')}
        </Button>
        {isDefault ? null : (
          <Button
            type="submit"
            name="step"
            value="default"
            size="small"
            kind="quiet"
            aria-label={t('inventory.locations.makeDefault.of', { name })}
          >
            {t('inventory.locations.makeDefault')}
          </Button>
        )}
        {mayRemove ? (
          <Button
            type="submit"
            name="step"
            value="remove"
            size="small"
            kind="quiet"
            aria-label={t('inventory.locations.remove.of', { name })}
          >
            {t('word.remove')}
          </Button>
        ) : null}
      </div>
    </PageForm>
  )
}

function AddForm({ isFirst }: { isFirst: boolean }) {
  const answer = useActionData<typeof action>()
  const { t } = useTexts()
  const isOwn = answer?.values.name !== undefined
  const { errors, values } = answer && isOwn ? answer : { errors: {}, values: {} }
  return (
    <Section title={t('inventory.locations.add')}>
      <PageForm className={styles.form} noValidate autoComplete="off">
        <FormErrors errors={errors} />
        {isFirst ? (
          <TextField
            label={t('inventory.locations.first')}
            hint={t('inventory.locations.first.hint')}
            {...fieldOf('first', errors, values.first)}
          />
        ) : null}
        <TextField
          label={t(isFirst ? 'inventory.locations.other' : 'word.name')}
          {...fieldOf('name', errors, values.name)}
        />
        <SubmitRow name="step" value="add" kind="primary">
          {t('inventory.locations.submit')}
        </SubmitRow>
      </PageForm>
    </Section>
  )
}
