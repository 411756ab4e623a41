import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useId, useRef, useState, type KeyboardEvent, useSyncExternalStore } from 'react'
import { classNames } from '../class-names.ts'
import { Icon } from '../icon/icon.tsx'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { Field, type FieldControl, type FieldProps } from './field.tsx'
import { matchOptions, type ComboboxGroup, type ComboboxOption } from './match-options.ts'
import styles from './combobox.module.css'
import form from './form.module.css'

export interface ComboboxProps {
  name: string
  defaultValue: string
  groups: readonly ComboboxGroup[]
  placeholder: string
  /** Announces the number of matches: "12 categories", "No category". */
  found: (count: number) => string
  /** Called after an option was chosen and the form's value is updated. */
  onChoose?: (form: HTMLFormElement | null) => void
}

/** Chooses one of many options by typing. Until the script runs, a native select takes its place; both submit the same field. */
export function ComboboxField(props: FieldProps & ComboboxProps) {
  const { label, hint, error, id, optional, hideLabel, ...combobox } = props
  const hydrated = useHydrated()
  return (
    <Field {...{ label, hint, error, id, optional, hideLabel }}>
      {(control) =>
        hydrated ? <Combobox {...combobox} control={control} /> : <GroupedSelect {...combobox} control={control} />
      }
    </Field>
  )
}

type PartProps = ComboboxProps & { control: FieldControl }

function GroupedSelect({ name, defaultValue, groups, placeholder, control }: PartProps) {
  return (
    <select {...control} name={name} defaultValue={defaultValue} className={classNames(form.control, form.select)}>
      <option value="">{placeholder}</option>
      {groups.map(({ label, options }) => (
        <optgroup key={label} label={label}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  )
}

/** The text while the list is open; `isSearch` once it differs from the choice. */
interface Opened {
  text: string
  isSearch: boolean
  active: number
}

/** The WAI-ARIA combobox with listbox: focus stays in the field, arrows move through the list. */
function Combobox({ name, defaultValue, groups, placeholder, found, onChoose, control }: PartProps) {
  const listId = useId()
  const value = useRef<HTMLInputElement>(null)
  const [chosen, choose] = useState(defaultValue)
  const [opened, open] = useState<Opened | null>(null)
  const labelOf = (wanted: string) => all(groups).find((option) => option.value === wanted)?.label ?? ''
  const shown = matchOptions(groups, opened?.isSearch ? opened.text : '')
  const options = opened ? all(shown) : []
  const active = opened ? options[opened.active] : undefined
  const optionId = ({ value: of }: ComboboxOption) =>
    `${listId}-${all(groups).findIndex((option) => option.value === of)}`
  const activeId = active && optionId(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  return (
    <div className={styles.combobox}>
      <input ref={value} type="hidden" name={name} defaultValue={chosen} />
      <input
        {...control}
        className={classNames(form.control, styles.input)}
        role="combobox"
        aria-expanded={opened !== null}
        aria-controls={opened ? listId : undefined}
        aria-activedescendant={activeId}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={opened?.text ?? labelOf(chosen)}
        onClick={() => opened ?? show()}
        onFocus={(event) => event.currentTarget.select()}
        // The search text is not a form field.
        onInput={(event) => event.stopPropagation()}
        onChange={(event) => open({ text: event.currentTarget.value, isSearch: true, active: 0 })}
        onBlur={() => close()}
        onKeyDown={onKeyDown}
      />
      <Icon as={ChevronDown} size={14} className={styles.chevron} />
      {opened ? (
        <div
          id={listId}
          role="listbox"
          tabIndex={-1}
          aria-label={placeholder}
          className={styles.list}
          // Keep focus in the field when the scroll bar or a heading is pressed.
          onMouseDown={(event) => event.preventDefault()}
        >
          {shown.map((group) => (
            <div key={group.label} role="group" aria-label={group.label}>
              <div className={styles.heading} aria-hidden="true">
                {group.label}
              </div>
              {group.options.map((option) => (
                // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- keys are handled by the field
                <div
                  key={option.value}
                  id={optionId(option)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option.value === chosen}
                  data-active={option === active || undefined}
                  className={styles.option}
                  onClick={() => take(option)}
                >
                  {option.label}
                </div>
              ))}
            </div>
          ))}
          {options.length === 0 ? <p className={styles.none}>{found(0)}</p> : null}
        </div>
      ) : null}
      <VisuallyHidden>
        <span role="status">{opened?.isSearch ? found(options.length) : ''}</span>
      </VisuallyHidden>
    </div>
  )

  function show(): void {
    const at = all(groups).findIndex((option) => option.value === chosen)
    open({ text: labelOf(chosen), isSearch: false, active: Math.max(0, at) })
  }

  /** An empty text clears the choice; an unknown text keeps it. */
  function close(): void {
    if (opened?.isSearch && opened.text.trim() === '') take(null)
    else open(null)
  }

  function take(option: ComboboxOption | null): void {
    open(null)
    const next = option?.value ?? ''
    if (next === chosen || !value.current) return
    choose(next)
    // Synchronously: callbacks read the form before the next render.
    value.current.value = next
    value.current.dispatchEvent(new Event('input', { bubbles: true }))
    onChoose?.(value.current.form)
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Keys that end IME composition choose no option.
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (!opened) return show()
      open({ ...opened, active: (opened.active + step + options.length) % Math.max(1, options.length) })
    } else if (event.key === 'Enter' && opened) {
      event.preventDefault()
      if (active) take(active)
    } else if (event.key === 'Escape' && opened) {
      event.preventDefault()
      event.stopPropagation()
      open(null)
    }
  }
}

function all(groups: readonly ComboboxGroup[]): readonly ComboboxOption[] {
  return groups.flatMap(({ options }) => options)
}

const never = () => () => {}

/** Whether the script is running: false on the server and during hydration. */
function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
