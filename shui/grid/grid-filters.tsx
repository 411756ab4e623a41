import ChevronRight from 'lucide-react/icons/chevron-right'
import ListFilter from 'lucide-react/icons/list-filter'
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button } from '../button/button.tsx'
import { Checkbox, Input } from '../form/controls.tsx'
import { Icon } from '../icon/icon.tsx'
import { GridForm, GridLink, useGrid } from './grid-context.tsx'
import styles from './grid-filters.module.css'
import type { GridFilterModel, GridModel } from './grid-model.ts'
import menu from './menu.module.css'
import { Panel } from './panel.tsx'

/** With fewer filters no search is shown. */
const worthFinding = 5

/** The button "Add filter" and its panel: filters by name, one open at a time; an answer becomes a chip. */
export function GridFilters({ model }: { model: GridModel }) {
  const { say } = useGrid()
  if (model.filters.length === 0) return null
  return (
    <Panel label={say('addFilter')} icon={ListFilter} title={say('filters')}>
      {/* A new state remounts the inputs. */}
      <FilterList key={model.match} model={model} />
    </Panel>
  )
}

function FilterList({ model }: { model: GridModel }) {
  const { say } = useGrid()
  const [sought, seek] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const words = sought.trim().toLowerCase()
  const found = model.filters.filter(({ label }) => label.toLowerCase().includes(words))
  const goIn = (event: KeyboardEvent) => {
    if ((event.key !== 'Enter' && event.key !== 'ArrowDown') || event.nativeEvent.isComposing) return
    event.preventDefault()
    const first = list.current?.querySelector<HTMLElement>('summary, li > form button')
    first?.focus()
    if (event.key === 'Enter' && first?.matches('summary')) first.click()
  }
  return (
    <div className={styles.panel}>
      {model.filters.length < worthFinding ? null : (
        <div ref={focusWhenOpened} className={styles.find}>
          <Input
            type="text"
            value={sought}
            onChange={(event) => seek(event.target.value)}
            onKeyDown={goIn}
            aria-label={say('findFilter')}
            placeholder={say('findFilter')}
            autoComplete="off"
          />
        </div>
      )}
      <ul ref={list} className={styles.names}>
        {found.map((filter) => (
          <li key={filter.name}>
            <FilterQuestion filter={filter} model={model} />
          </li>
        ))}
      </ul>
      {found.length === 0 ? <p className={styles.none}>{say('noSuchFilter')}</p> : null}
      {model.clearHref ? (
        <GridLink href={model.clearHref} className={styles.clear}>
          {say('clearFilters')}
        </GridLink>
      ) : null}
    </div>
  )
}

/** Focuses the search when opened by keyboard; if it is not shown, focus stays on the button. */
function focusWhenOpened(find: HTMLElement | null) {
  const panel = find?.closest('[popover]')
  const focus = (event: Event) => {
    if ('newState' in event && event.newState === 'open') find?.querySelector('input')?.focus()
  }
  panel?.addEventListener('toggle', focus)
  return () => panel?.removeEventListener('toggle', focus)
}

interface QuestionProps<Kind extends GridFilterModel['kind'] = GridFilterModel['kind']> {
  filter: GridFilterModel & { kind: Kind }
  model: GridModel
}

function FilterQuestion({ filter, model }: QuestionProps) {
  switch (filter.kind) {
    case 'toggle':
      return <Toggle filter={filter} model={model} />
    case 'choice':
      return (
        <Opened filter={filter}>
          {filter.many ? <ManyChoices filter={filter} model={model} /> : <OneChoice filter={filter} model={model} />}
        </Opened>
      )
    case 'date':
      return (
        <Opened filter={filter}>
          <Presets filter={filter} model={model} />
          <Range filter={filter} model={model} />
        </Opened>
      )
    case 'amount':
      return (
        <Opened filter={filter}>
          <Range filter={filter} model={model} />
        </Opened>
      )
  }
}

/** A filter's name and answers. Native `name` closes the others, also without script. */
function Opened({ filter, children }: { filter: GridFilterModel; children: ReactNode }) {
  const unit = filter.kind === 'amount' ? filter.unit : null
  return (
    <details name="filter" className={styles.filter}>
      <summary className={menu.item} data-set={isSet(filter) ? '' : undefined}>
        <span>
          {filter.label}
          {unit ? <span className={styles.quiet}> {unit}</span> : null}
        </span>
        <Icon as={ChevronRight} size={14} />
      </summary>
      <fieldset className={styles.answers}>
        <legend className={styles.legend}>{filter.label}</legend>
        {filter.hint ? <p className={styles.hint}>{filter.hint}</p> : null}
        {children}
      </fieldset>
    </details>
  )
}

function isSet(filter: GridFilterModel): boolean {
  switch (filter.kind) {
    case 'toggle':
      return filter.on
    case 'choice':
      return filter.values.length > 0
    case 'date':
      return Boolean(filter.period ?? filter.from ?? filter.to)
    case 'amount':
      return Boolean(filter.from ?? filter.to)
  }
}

/** A form that sets one filter and keeps the others. */
function Answer({ filter, model, children }: QuestionProps & { children: ReactNode }) {
  const own = new Set([filter.name, `${filter.name}From`, `${filter.name}To`])
  return (
    <GridForm path={model.path} fields={model.fields} without={(name) => own.has(name)} className={styles.form}>
      {children}
    </GridForm>
  )
}

function Choices({
  filter,
  model,
  options,
  chosen,
}: QuestionProps & { options: readonly Option[]; chosen: string | null }) {
  return (
    <Answer filter={filter} model={model}>
      {options.map(({ value, label, count }) => (
        <button
          key={value}
          type="submit"
          name={filter.name}
          value={value}
          className={menu.item}
          aria-pressed={value === chosen}
        >
          {label}
          {count ? <span className={styles.quiet}>{count}</span> : null}
        </button>
      ))}
    </Answer>
  )
}

interface Option {
  value: string
  label: string
  count?: string | null
}

function Toggle({ filter, model }: QuestionProps<'toggle'>) {
  const options = [{ value: '1', label: filter.label }]
  return <Choices filter={filter} model={model} options={options} chosen={filter.on ? '1' : null} />
}

function OneChoice({ filter, model }: QuestionProps<'choice'>) {
  return <Choices filter={filter} model={model} options={filter.options} chosen={filter.values[0] ?? null} />
}

function Presets({ filter, model }: QuestionProps<'date'>) {
  return <Choices filter={filter} model={model} options={filter.periods} chosen={filter.period ?? null} />
}

function ManyChoices({ filter, model }: QuestionProps<'choice'>) {
  const { say } = useGrid()
  return (
    <Answer filter={filter} model={model}>
      <div className={styles.many}>
        {filter.options.map(({ value, label, count }: Option) => (
          <Checkbox
            key={value}
            name={filter.name}
            value={value}
            label={count ? `${label} (${count})` : label}
            defaultChecked={filter.values.includes(value)}
          />
        ))}
      </div>
      <div className={styles.end}>
        <Button type="submit" kind="primary" size="small">
          {say('apply')}
        </Button>
      </div>
    </Answer>
  )
}

function Range({ filter, model }: QuestionProps<'date' | 'amount'>) {
  const { say } = useGrid()
  const ends = [
    { end: 'From', label: say('from'), value: filter.from },
    { end: 'To', label: say('to'), value: filter.to },
  ]
  const decimal = { inputMode: 'decimal', figures: true } as const
  return (
    <Answer filter={filter} model={model}>
      <div className={styles.range}>
        {ends.map(({ end, label, value }) => (
          <label key={end}>
            {label}
            <Input
              type={filter.kind === 'date' ? 'date' : 'text'}
              name={`${filter.name}${end}`}
              defaultValue={value ?? ''}
              autoComplete="off"
              {...(filter.kind === 'amount' ? decimal : {})}
            />
          </label>
        ))}
      </div>
      <div className={styles.end}>
        <Button type="submit" kind="primary" size="small">
          {say('apply')}
        </Button>
      </div>
    </Answer>
  )
}
