import Plus from 'lucide-react/icons/plus'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useNavigate } from '#web/router/router.ts'
import { FormErrors } from '#web/form-errors.tsx'
import { paths } from '#web/paths.ts'
import { usePanelInView } from '#web/use-panel-in-view.ts'
import { useSending } from '#web/use-sending.ts'
import { Button, ButtonLink } from '#shui/button/button.tsx'
import { TextField } from '#shui/form/controls.tsx'
import { useShui } from '#shui/context.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { maxParcels, parcelField, type ParcelValues, type ShipAnswer, type ShipPanelModel } from './ship-form.ts'
import type { CarrierGuess } from './carrier-guess-resource.ts'
import { ShipItems } from './ship-items.tsx'
import { typedParcels } from './typed-parcels.ts'
import styles from './ship-panel.module.css'
import { jsonOf } from '#lib/json-of.ts'

interface ShipPanelProps {
  model: ShipPanelModel
  answer: ShipAnswer | undefined
  closeHref: string
}

/**
 * Unsent input by order address, so that it survives visits to other forms and Back. Written in the browser only; lost
 * when the document unloads.
 */
const typed = new Map<string, readonly ParcelValues[]>()

export function ShipPanel({ model, answer, closeHref }: ShipPanelProps) {
  const { t } = useTexts()
  const form = usePanelInView(answer !== undefined)
  const isSending = useSending()
  // A reload of the page's data brings new parcel keys; unsent input keeps its original keys.
  const [first] = useState(() => typed.get(closeHref) ?? model.parcels)
  const [address] = useState(model.address)
  const parcels = answer?.parcels ?? first
  useEffect(() => void (answer && typed.set(closeHref, answer.parcels)), [closeHref, answer])
  const errors = answer?.errors ?? {}
  usePanelKeys(form, closeHref)
  return (
    <PageForm
      ref={form}
      className={styles.panel}
      aria-labelledby="ship-title"
      preventScrollReset
      replace
      onInput={({ currentTarget }) => typed.set(closeHref, typedParcels(new FormData(currentTarget), model.lines))}
      onSubmit={() => typed.delete(closeHref)}
    >
      <input type="hidden" name="address" value={answer?.address ?? address} />
      {/* The browser submits with the form's first button on Enter. */}
      <button type="submit" name="step" value="ship" hidden tabIndex={-1} aria-label={t('word.ship')} />
      <div className={styles.head}>
        <h2 id="ship-title">{model.title}</h2>
        <span className={styles.parcelSteps}>
          {parcels.length > 1 ? (
            <Button type="submit" name="step" value="remove-parcel" kind="quiet" size="small" formNoValidate>
              {t('ship.removeParcel')}
            </Button>
          ) : null}
          {parcels.length < maxParcels ? (
            <Button type="submit" name="step" value="add-parcel" kind="quiet" size="small" icon={Plus} formNoValidate>
              {t('ship.addParcel')}
            </Button>
          ) : null}
        </span>
      </div>
      <FormErrors errors={answer?.errors} />
      <ShipItems lines={model.lines} parcels={parcels} errors={errors} />
      {parcels.map((parcel, index) => (
        <ParcelFields
          key={parcel.key}
          model={model}
          parcel={parcel}
          number={index + 1}
          of={parcels.length}
          errors={errors}
        />
      ))}
      <datalist id="ship-carriers">
        {model.carriers.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </datalist>
      <div className={styles.foot}>
        <span className={styles.hint}>{t('ship.undoHint')}</span>
        <ButtonLink href={closeHref} kind="quiet">
          {t('word.close')}
        </ButtonLink>
        <Button
          type="submit"
          name="step"
          value="ship"
          kind={model.hasNext ? 'secondary' : 'primary'}
          disabled={isSending}
        >
          {t('word.ship')}
        </Button>
        {model.hasNext ? (
          <Button
            type="submit"
            name="step"
            value="ship-next"
            kind="primary"
            disabled={isSending}
            aria-keyshortcuts="Control+Enter"
          >
            {t('ship.shipNext')}
          </Button>
        ) : null}
      </div>
    </PageForm>
  )
}

interface ParcelProps {
  model: ShipPanelModel
  parcel: ParcelValues
  number: number
  of: number
  errors: ShipAnswer['errors']
}

function ParcelFields({ model, parcel, number, of, errors }: ParcelProps) {
  const { t } = useTexts()
  const [guess, ask] = useCarrierGuess()
  const field = (name: 'tracking' | 'carrier' | 'service' | 'shipped', value: string | null) => {
    const id = parcelField(name, number)
    return { id, name: id, defaultValue: value ?? '', error: errors[id], autoComplete: 'off' }
  }
  return (
    <fieldset className={styles.parcel}>
      <legend className={of > 1 ? styles.legend : styles.hiddenLegend}>{t('ship.parcel', { n: number })}</legend>
      <input type="hidden" name={parcelField('key', number)} value={parcel.key} />
      <TextField
        label={t('word.trackingNumber')}
        {...field('tracking', parcel.tracking)}
        spellCheck={false}
        autoCapitalize="characters"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the form was opened to type this number
        autoFocus={number === 1}
        onChange={({ target }) => ask(target.value)}
      />
      <TextField
        label={t('word.carrier')}
        {...field('carrier', parcel.carrier)}
        list="ship-carriers"
        placeholder={guess?.carrier ?? t('ship.carrier.guess')}
      />
      <TextField label={t('word.service')} {...field('service', parcel.service ?? model.service)} />
      <TextField
        label={t('ship.shipped')}
        {...field('shipped', parcel.shipped ?? model.today)}
        type="date"
        min={model.earliest}
        max={model.today}
      />
      <p className={styles.guess} role="status">
        {errors[parcelField('tracking', number)] ? null : guess?.hint}
      </p>
    </fieldset>
  )
}

/** Debounce before looking a number up, so that screen readers do not announce a hint for every keystroke. */
const pauseMs = 150

/**
 * Looks up the carrier of a typed number. Uses fetch instead of the router: offline, the router would reload the page
 * to load the route's code and discard the input.
 */
function useCarrierGuess() {
  const { fetch } = useShui()
  const [guess, setGuess] = useState<CarrierGuess | null>(null)
  const last = useRef<AbortController>(null)
  const ask = async (number: string) => {
    last.current?.abort()
    const { signal } = (last.current = new AbortController())
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
    if (signal.aborted) return
    try {
      const response = await fetch(paths.carrierGuess(number), { signal })
      if (response.ok) setGuess(await jsonOf<CarrierGuess>(response))
    } catch {
      // Aborted by newer input, or offline: the carrier can still be typed.
    }
  }
  return [guess, (number: string) => void ask(number)] as const
}

/** Ctrl+Enter presses the last button; Esc closes the form. */
function usePanelKeys(form: RefObject<HTMLFormElement | null>, closeHref: string) {
  const navigate = useNavigate()
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !form.current) return
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault()
        const last = [...form.current.querySelectorAll<HTMLButtonElement>('button[name="step"]')].at(-1)
        if (last && !last.disabled) form.current.requestSubmit(last)
      }
      if (event.key === 'Escape' && !document.querySelector('dialog[open], :popover-open')) void navigate(closeHref)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [form, closeHref, navigate])
}
