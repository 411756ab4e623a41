import { useId, type InputHTMLAttributes } from 'react'
import styles from './text-field.module.css'

export type TextFieldProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'className' | 'style' | 'size'> & {
  label: string
  name: string
  /** Below the field, read with it. */
  hint?: string | null
  /** What is wrong with what was typed. */
  error?: string | null
}

/** A labelled line of text; hint and error are part of its description. */
export function TextField({ label, hint, error, ...input }: TextFieldProps) {
  const id = useId()
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter((part) => part !== null)
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={error ? true : undefined}
        aria-describedby={described.length > 0 ? described.join(' ') : undefined}
      />
      {error ? (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      ) : null}
      {hint ? (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}
