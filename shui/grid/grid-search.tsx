import Search from 'lucide-react/icons/search'
import { useEffect, useRef } from 'react'
import { VisuallyHidden } from '../text/visually-hidden.tsx'
import { Icon } from '../icon/icon.tsx'
import { GridForm, useGrid } from './grid-context.tsx'
import type { GridModel } from './grid-model.ts'
import styles from './grid-toolbar.module.css'

/** The search box. Follows the URL, also on Back and Forward, but keeps unsent input. */
export function GridSearch({ model }: { model: GridModel }) {
  const { say } = useGrid()
  const input = useRef<HTMLInputElement>(null)
  const value = model.search?.value ?? ''
  const unsent = useRef(false)
  useEffect(() => {
    const field = input.current
    if (!field) return
    const typed = field.value.trim()
    if (unsent.current && field === document.activeElement && typed !== '' && typed !== value) return
    unsent.current = false
    if (typed !== value) field.value = value
  }, [value])
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    input.current?.form?.addEventListener('submit', () => void (unsent.current = false), { signal })
    // Going back before the answer drops a search that was sent; the rows, and so `value`, may stay the same.
    const drop = () => {
      if (input.current && !unsent.current) input.current.value = value
    }
    window.addEventListener('popstate', drop, { signal })
    return () => stop.abort()
  }, [value])
  if (!model.search) return null
  return (
    <GridForm
      path={model.path}
      fields={model.fields}
      without={(name) => name === 'q'}
      role="search"
      className={styles.search}
    >
      <Icon as={Search} />
      <input
        ref={input}
        type="search"
        name="q"
        defaultValue={value}
        placeholder={model.search.placeholder}
        aria-label={say('search')}
        aria-keyshortcuts="/"
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(event) => {
          unsent.current = event.target.value.trim() !== value
          // Clearing by the field's own button submits.
          if (event.target.value === '' && value !== '') event.target.form?.requestSubmit()
        }}
      />
      <kbd aria-hidden="true">/</kbd>
      <button type="submit" tabIndex={-1}>
        <VisuallyHidden>{say('search')}</VisuallyHidden>
      </button>
    </GridForm>
  )
}
