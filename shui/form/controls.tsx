import type { InputHTMLAttributes, Ref, SelectHTMLAttributes, TextareaHTMLAttributes } from 'react'
import { useId } from 'react'
import { classNames } from '../class-names.ts'
import type { IconShape } from '../icon/icon.tsx'
import { Icon } from '../icon/icon.tsx'
import { Text } from '../text/text.tsx'
import type { TextInput } from '../text/text-model.ts'
import { Field, FieldError } from './field.tsx'
import type { FieldProps } from './field.tsx'
import styles from './form.module.css'

type Plain<T> = Omit<T, 'className' | 'style' | 'id'>

export type InputProps = Plain<InputHTMLAttributes<HTMLInputElement>> & {
  id?: string
  ref?: Ref<HTMLInputElement>
  icon?: IconShape
  width?: 'short' | 'medium' | 'full'
  /** Right-aligned tabular figures; `decimal` and `numeric` also bring such a keyboard, and no suggestions. */
  figures?: boolean | 'decimal' | 'numeric'
}

export function Input({ icon, width = 'full', figures, ...rest }: InputProps) {
  const input = (
    <input
      {...(typeof figures === 'string' && { inputMode: figures, autoComplete: 'off' })}
      {...rest}
      className={classNames(styles.control, figures && styles.figures, !icon && styles[width])}
    />
  )
  if (!icon) return input
  return (
    <span className={classNames(styles.withIcon, styles[width])}>
      <Icon as={icon} className={styles.inputIcon} />
      {input}
    </span>
  )
}

export function TextField({ label, hint, error, id, optional, hideLabel, ...input }: FieldProps & InputProps) {
  return (
    <Field {...{ label, hint, error, id, optional, hideLabel }}>{(control) => <Input {...input} {...control} />}</Field>
  )
}

export type TextAreaProps = Plain<TextareaHTMLAttributes<HTMLTextAreaElement>> & { ref?: Ref<HTMLTextAreaElement> }

/** A multi-line text with label, hint and error; grows with its content. */
export function TextAreaField({ label, hint, error, id, optional, hideLabel, ...area }: FieldProps & TextAreaProps) {
  return (
    <Field {...{ label, hint, error, id, optional, hideLabel }}>
      {(control) => <textarea rows={3} {...area} {...control} className={classNames(styles.control, styles.area)} />}
    </Field>
  )
}

export interface SelectOption {
  value: string
  label: string
  disabled?: boolean
}

export type SelectProps = Plain<SelectHTMLAttributes<HTMLSelectElement>> & {
  id?: string
  ref?: Ref<HTMLSelectElement>
  options: readonly SelectOption[]
  width?: 'short' | 'medium' | 'full'
}

export function Select({ options, width = 'full', ...rest }: SelectProps) {
  return (
    <select {...rest} className={classNames(styles.control, styles.select, styles[width])}>
      {options.map((option) => (
        <option key={option.value} value={option.value} disabled={option.disabled}>
          {option.label}
        </option>
      ))}
    </select>
  )
}

export function SelectField({ label, hint, error, id, optional, hideLabel, ...select }: FieldProps & SelectProps) {
  return (
    <Field {...{ label, hint, error, id, optional, hideLabel }}>
      {(control) => <Select {...select} {...control} />}
    </Field>
  )
}

export type CheckboxProps = Plain<InputHTMLAttributes<HTMLInputElement>> & {
  id?: string
  ref?: Ref<HTMLInputElement>
  label: TextInput
  hint?: TextInput | null
  error?: TextInput | null
  /** `radio` for one of a group with the same name. */
  type?: 'checkbox' | 'radio'
}

export function Checkbox({ label, hint, error, id: givenId, type = 'checkbox', ...rest }: CheckboxProps) {
  const ownId = useId()
  const id = givenId ?? ownId
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  return (
    <div className={classNames(styles.check, Boolean(error) && styles.wrong)}>
      <input
        {...rest}
        id={id}
        type={type}
        className={styles.box}
        aria-describedby={[hintId, errorId].filter(Boolean).join(' ') || undefined}
        aria-invalid={error ? true : undefined}
      />
      <label htmlFor={id}>
        <Text text={label} />
      </label>
      {hint ? (
        <p id={hintId} className={styles.hint}>
          <Text text={hint} />
        </p>
      ) : null}
      {error ? <FieldError id={errorId} error={error} /> : null}
    </div>
  )
}
