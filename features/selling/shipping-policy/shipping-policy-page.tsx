import { useEffect, useState, useMemo } from 'react'
import { data, redirect, useActionData, useLoaderData, useNavigation } from '#web/router/router.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { Checkbox, TextAreaField, TextField } from '#shui/form/controls.tsx'
import { Section } from '#shui/section/section.tsx'
import { useTexts } from '#texts/context.tsx'
import { loadTexts } from '#texts/lazy-areas.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { PageForm } from '#web/page-form.tsx'
import { PageHead } from '#web/page-head.tsx'
import { paths } from '#web/paths.ts'
import { refuse } from '#web/refusals.ts'
import { readVersionModels } from './policy-history.server.ts'
import { openShippingForm, takeShippingPost, type ShippingForm } from './shipping-policy-page.server.ts'
import { typedShipping, type TypedShipping } from './typed-shipping.ts'
import { ZoneFields } from './zone-fields.tsx'
import styles from './shipping-policy.module.css'
import { destinationsFrom } from '#features/core/shipping/example-destinations.ts'
import type { Shipping } from '#features/core/shipping/shipping.ts'
import { quote } from '#features/core/shipping/shipping-quote.ts'
import { quoteWords, serviceWords } from '#features/selling/policies/quote-words.ts'
import { readAmount, readUnits } from '#lib/read-amount.ts'
import { readWeight } from '#lib/weight.ts'
import { Status } from '#shui/status/status.tsx'
import { placeReader } from './place-names.ts'
import { readTyped, type TypedProblem } from './read-typed.ts'

interface ExamplesProps {
  /** As it is typed now. */
  typed: TypedShipping
  initial: TypedShipping
  shop: { currency: string; country: string }
}

/** What an order costs to some destinations, worked out anew while the seller types. */
function Examples({ typed, initial, shop: { currency, country } }: ExamplesProps) {
  const texts = useTexts()
  const { t, grouping } = texts
  const place = useMemo(() => placeReader(texts), [texts])
  const { shipping, problems } = readTyped(typed, { currency, grouping, place })
  const sound = withoutFaulty(shipping, problems)
  const unit = {
    quantity: readUnits(typed.quantity, grouping) ?? 1,
    grams: readWeight(typed.grams, 'g', grouping),
    priceMinor: readAmount(typed.price, { currency, grouping }) ?? 0,
  }
  const rows = destinationsFrom(country).map((to) => ({ to, answer: quote(sound, [unit], to) }))
  const missing = rows.filter(
    ({ to, answer }) => to.country === country && 'problem' in answer && answer.problem === 'noZone',
  )
  const field = (name: 'grams' | 'price' | 'quantity') => ({ name, defaultValue: initial[name], autoComplete: 'off' })
  return (
    <aside className={styles.examples} aria-label={t('shipping.examples')}>
      <h2 className={styles.title}>{t('shipping.examples')}</h2>
      <div className={styles.order}>
        <TextField label={t('shipping.examples.quantity')} {...field('quantity')} figures="numeric" />
        <TextField label={t('shipping.examples.grams')} {...field('grams')} figures />
        <TextField label={t('listing.price', { currency })} {...field('price')} figures />
      </div>
      {missing.map(({ to }) => (
        <Status key={to.id} tone="warn" text={t('shipping.warn', { place: t(`shipping.to.${to.id}`) })} />
      ))}
      <dl className={styles.prices}>
        {rows.map(({ to, answer }) => (
          <div key={to.id}>
            <dt>{t(`shipping.to.${to.id}`)}</dt>
            {'problem' in answer ? (
              <dd>{quoteWords(answer, currency, texts)}</dd>
            ) : (
              answer.services.map((service, at) => (
                <dd key={at} dir="auto">
                  {[service.name, serviceWords(service, currency, texts)].filter(Boolean).join(': ')}
                </dd>
              ))
            )}
          </div>
        ))}
      </dl>
      <noscript>
        <Button type="submit" name="intent" value="examples" size="small">
          {t('shipping.examples.do')}
        </Button>
      </noscript>
    </aside>
  )
}

/** A policy without the services that are not finished. */
function withoutFaulty({ zones, ...rest }: Shipping, problems: readonly TypedProblem[]): Shipping {
  const isFaulty = (path: string) => problems.some(({ field }) => field.startsWith(`${path}.`))
  return {
    ...rest,
    zones: zones.map((zone, z) => ({
      ...zone,
      services: zone.services.filter((_, s) => !isFaulty(`zones.${z}.services.${s}`)),
    })),
  }
}

await loadTexts('listing-form', 'shipping')

export const loader = sellerLoader('listings.edit', async (args) => {
  const form = await args.read((db) => openShippingForm(db, args, args.url))
  if (!form) throw refuse('not-found')
  const { currency, country } = args.seller
  const id = args.url.searchParams.get('policy')
  const versions = id === null ? [] : await args.read((db) => readVersionModels(db, args, id))
  const opened = Number(args.url.searchParams.get('version'))
  return {
    form,
    shop: { currency, country },
    versions: versions.map((each) => ({ ...each, isOpen: each.version === opened })),
  }
})

export const action = sellerAction('listings.edit', async (args) => {
  const outcome = await args.write((db) => takeShippingPost(db, args))
  if ('to' in outcome) return redirect(outcome.to, { status: 303 })
  return data({ form: outcome.form }, { status: outcome.status })
})

export default function ShippingPolicyPage() {
  const { form: opened, shop, versions } = useLoaderData<typeof loader>()
  const form = useActionData<typeof action>()?.form ?? opened
  const { t } = useTexts()
  const title = form.change ? t('shipping.title', { name: opened.typed.name }) : t('listingForm.policy.new.FULFILMENT')
  return (
    <>
      <PageHead title={title} note={form.change ? t('listingForm.policy.uses', { n: form.uses }) : null} />
      <Editor key={form.stamp} form={form} shop={shop} />
      {form.change && versions.length > 0 ? (
        <Section title={t('shipping.versions')}>
          <p className={styles.hint}>{t('shipping.versions.hint')}</p>
          {versions.map(({ version, name, lines, isOpen }) => (
            <details key={version} open={isOpen}>
              <summary dir="auto">{name}</summary>
              <ul className={styles.lines}>
                {lines.map((line, at) => (
                  <li key={at} dir="auto">
                    {line}
                  </li>
                ))}
              </ul>
            </details>
          ))}
        </Section>
      ) : null}
    </>
  )
}

interface EditorProps {
  form: ShippingForm
  shop: { currency: string; country: string }
}

function Editor({ form, shop }: EditorProps) {
  const { t } = useTexts()
  const [typed, setTyped] = useState(form.typed)
  const { change, errors, focus } = form
  const sending = useNavigation().state !== 'idle'
  useEffect(() => {
    if (focus && !sending) document.getElementById(focus)?.focus()
  }, [focus, sending])
  const field = (name: 'name' | 'terms' | 'handling' | 'excluded') => ({
    name,
    id: name,
    defaultValue: form.typed[name],
    error: errors[name],
  })
  return (
    <PageForm
      className={styles.form}
      noValidate
      onInput={({ currentTarget }) => setTyped(typedShipping(new FormData(currentTarget)))}
    >
      {change ? <input type="hidden" name="change" value={`${change.id}:${change.version}`} /> : null}
      {/* Enter presses the first button of the form. */}
      <Button type="submit" name="intent" value="examples" hidden>
        {t('shipping.examples.do')}
      </Button>
      <div className={styles.main}>
        <FormErrors errors={errors} />
        <div className={styles.fields}>
          <TextField
            label={t('word.name')}
            placeholder={t('listingForm.policy.example.FULFILMENT')}
            {...field('name')}
          />
          <TextAreaField label={t('listingForm.policy.terms')} optional rows={2} {...field('terms')} />
        </div>
        {form.typed.zones.map((zone, at) => (
          <ZoneFields key={at} zone={zone} live={typed.zones[at]} at={at} shop={shop} errors={errors} />
        ))}
        <div>
          <Button type="submit" name="intent" value="add:zones">
            {t('shipping.zone.add')}
          </Button>
        </div>
        <Section title={t('shipping.all')}>
          <div className={styles.fields}>
            <TextField
              label={t('shipping.excluded')}
              hint={t('shipping.excluded.hint')}
              optional
              {...field('excluded')}
            />
            <TextField
              label={t('shipping.handling')}
              hint={t('shipping.handling.hint')}
              optional
              {...field('handling')}
              width="short"
              figures="numeric"
            />
            <Checkbox
              label={t('shipping.splits')}
              hint={t('shipping.splits.hint')}
              name="splits"
              defaultChecked={form.typed.splits === 'on'}
            />
            <Checkbox label={t('shipping.pickup')} name="pickup" defaultChecked={form.typed.pickup === 'on'} />
          </div>
        </Section>
        <div className={styles.buttons}>
          <Button type="submit" name="intent" value="save" kind="primary">
            {t('common.save')}
          </Button>
          {change ? (
            <ButtonLink href={paths.shippingPolicy({ copy: change.id })}>{t('shipping.copy')}</ButtonLink>
          ) : null}
        </div>
      </div>
      <Examples typed={typed} initial={form.typed} shop={shop} />
    </PageForm>
  )
}
