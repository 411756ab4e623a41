import { ratesBy } from '#features/core/shipping/shipping.ts'
import { Button } from '#shui/button/button.tsx'
import { SelectField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import type { TypedBand, TypedService, TypedZone } from './typed-shipping.ts'
import styles from './shipping-policy.module.css'

interface RowProps {
  shop: { currency: string }
  errors: Readonly<Record<string, string>>
}

/** A zone as it was opened: its places beside its services. `live` is as typed now. */
export function ZoneFields({
  zone,
  live,
  at,
  ...row
}: RowProps & { zone: TypedZone; live: TypedZone | undefined; at: number }) {
  const { t } = useTexts()
  const path = `zones.${at}`
  const title = t('shipping.zone', { n: at + 1 })
  return (
    <Section title={title}>
      <div className={styles.zone}>
        <div className={styles.fields}>
          <TextField
            label={t('shipping.places')}
            hint={t('shipping.places.hint')}
            name={`${path}.places`}
            id={`${path}.places`}
            defaultValue={zone.places}
            error={row.errors[`${path}.places`]}
          />
          <RemoveButton path={path} name={title} />
        </div>
        <div className={styles.services}>
          {zone.services.map((service, nth) => (
            <ServiceFields
              by={live?.services[nth]?.by}
              key={nth}
              service={service}
              path={`${path}.services.${nth}`}
              nth={nth}
              zone={title}
              {...row}
            />
          ))}
          <div>
            <Button type="submit" name="intent" value={`add:${path}.services`} size="small">
              {t('shipping.service.add')}
            </Button>
          </div>
        </div>
      </div>
    </Section>
  )
}

function RemoveButton({ path, name }: { path: string; name: string }) {
  const { t } = useTexts()
  return (
    <div>
      <Button
        type="submit"
        name="intent"
        value={`remove:${path}`}
        size="small"
        kind="quiet"
        aria-label={t('shipping.remove', { name })}
      >
        {t('word.remove')}
      </Button>
    </div>
  )
}

type ServiceProps = RowProps & {
  service: TypedService
  by: string | undefined
  path: string
  nth: number
  zone: string
}

function ServiceFields({ service, by = service.by, path, nth, zone, shop: { currency }, errors }: ServiceProps) {
  const { t } = useTexts()
  const field = (name: Exclude<keyof TypedService, 'bands'>) => {
    const id = `${path}.${name}`
    return { name: id, id, defaultValue: service[name], error: errors[id] }
  }
  const number = { inputMode: 'decimal', autoComplete: 'off', figures: true } as const
  const title = t('shipping.service', { n: nth + 1 })
  return (
    <fieldset className={styles.service}>
      <legend>{title}</legend>
      <div className={styles.row}>
        <TextField label={t('word.carrier')} {...field('carrier')} />
        <TextField label={t('word.service')} {...field('name')} />
        <TextField label={t('shipping.from')} {...field('from')} {...number} />
        <TextField label={t('shipping.to')} {...field('to')} {...number} />
      </div>
      <div className={styles.row}>
        <SelectField
          label={t('shipping.by')}
          {...field('by')}
          options={ratesBy.map((value) => ({ value, label: t(`shipping.by.${value}`) }))}
        />
        <div className={styles.price}>
          <TextField label={t('listing.price', { currency })} {...field('minor')} {...number} />
        </div>
        <div className={styles.further}>
          <TextField label={t('shipping.further', { currency })} {...field('further')} {...number} />
        </div>
        <TextField label={t('shipping.free', { currency })} optional {...field('free')} {...number} />
      </div>
      <div className={styles.bands}>
        {service.bands.map((band, at) => (
          <BandFields
            key={at}
            band={band}
            path={`${path}.bands.${at}`}
            at={at}
            by={by}
            currency={currency}
            errors={errors}
          />
        ))}
        <div>
          <Button type="submit" name="intent" value={`add:${path}.bands`} size="small">
            {t('shipping.row.add')}
          </Button>
        </div>
      </div>
      <RemoveButton path={path} name={`${zone}, ${title}`} />
    </fieldset>
  )
}

interface BandProps {
  band: TypedBand
  path: string
  at: number
  currency: string
  by: string
  errors: RowProps['errors']
}

function BandFields({ band, path, at, by, currency, errors }: BandProps) {
  const { t } = useTexts()
  const field = (name: keyof TypedBand) => {
    const id = `${path}.${name}`
    return { name: id, id, defaultValue: band[name], error: errors[id], autoComplete: 'off', figures: true }
  }
  return (
    <div className={styles.band} role="group" aria-label={t('shipping.row', { n: at + 1 })}>
      <TextField
        label={by === 'value' ? t('shipping.fromValue', { currency }) : t('shipping.upTo')}
        {...field('step')}
      />
      <TextField label={t('listing.price', { currency })} {...field('minor')} inputMode="decimal" />
    </div>
  )
}
