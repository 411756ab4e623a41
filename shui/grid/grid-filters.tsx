import ListFilter from 'lucide-react/icons/list-filter'
import { Button } from '../button/button.tsx'
import { Checkbox, Input, Select, SelectField } from '../form/controls.tsx'
import { GridForm, GridLink, useGrid } from './grid-context.tsx'
import styles from './grid-filters.module.css'
import type { GridFilterModel, GridModel } from './grid-model.ts'
import { Panel } from './panel.tsx'

/** The button "Add filter" and the panel with every question of the grid, answered as the address says. */
export function GridFilters({ model }: { model: GridModel }) {
  const { say } = useGrid()
  if (model.filters.length === 0) return null
  const asked = new Set(model.filters.flatMap(({ name }) => [name, `${name}From`, `${name}To`]))
  return (
    <Panel label={say('addFilter')} icon={ListFilter} title={say('filters')}>
      {/* A new state brings new answers: fields that were typed in must not survive it. */}
      <GridForm
        key={model.match}
        path={model.path}
        fields={model.fields}
        without={(name) => asked.has(name)}
        className={styles.form}
      >
        <div className={styles.questions}>
          {model.filters.map((filter) => (
            <fieldset key={filter.name} className={styles.question}>
              <FilterQuestion filter={filter} />
            </fieldset>
          ))}
        </div>
        <div className={styles.end}>
          <Button type="submit" kind="primary">
            {say('apply')}
          </Button>
          {model.clearHref ? (
            <GridLink href={model.clearHref} className={styles.clear}>
              {say('clearFilters')}
            </GridLink>
          ) : null}
        </div>
      </GridForm>
    </Panel>
  )
}

function FilterQuestion({ filter }: { filter: GridFilterModel }) {
  const { say } = useGrid()
  switch (filter.kind) {
    case 'toggle':
      return (
        <Checkbox name={filter.name} value="1" label={filter.label} hint={filter.hint} defaultChecked={filter.on} />
      )
    case 'choice':
      return filter.many ? <ManyChoices filter={filter} /> : <OneChoice filter={filter} />
    case 'date':
      return (
        <>
          <Legend filter={filter} />
          <Select
            name={filter.name}
            aria-label={filter.label}
            defaultValue={filter.period ?? ''}
            options={[{ value: '', label: say('anyTime') }, ...filter.periods]}
          />
          <Range filter={filter} type="date" />
        </>
      )
    case 'amount':
      return (
        <>
          <Legend filter={filter} />
          <Range filter={filter} type="text" />
        </>
      )
  }
}

function Legend({ filter }: { filter: GridFilterModel }) {
  const unit = filter.kind === 'amount' ? filter.unit : null
  return (
    <legend>
      {filter.label}
      {unit ? <span className={styles.quiet}> {unit}</span> : null}
      {filter.hint ? <span className={styles.hint}>{filter.hint}</span> : null}
    </legend>
  )
}

function OneChoice({ filter }: { filter: GridFilterModel & { kind: 'choice' } }) {
  const { say } = useGrid()
  return (
    <SelectField
      name={filter.name}
      label={filter.label}
      hint={filter.hint}
      defaultValue={filter.values[0] ?? ''}
      options={[{ value: '', label: say('any') }, ...filter.options.map(withCount)]}
    />
  )
}

function ManyChoices({ filter }: { filter: GridFilterModel & { kind: 'choice' } }) {
  return (
    <>
      <Legend filter={filter} />
      <div className={styles.many}>
        {filter.options.map((option) => (
          <Checkbox
            key={option.value}
            name={filter.name}
            value={option.value}
            label={withCount(option).label}
            defaultChecked={filter.values.includes(option.value)}
          />
        ))}
      </div>
    </>
  )
}

const withCount = ({ value, label, count }: { value: string; label: string; count?: string | null }) => ({
  value,
  label: count ? `${label} (${count})` : label,
})

function Range({ filter, type }: { filter: GridFilterModel & { kind: 'date' | 'amount' }; type: 'date' | 'text' }) {
  const { say } = useGrid()
  const ends = [
    { end: 'From', label: say('from'), value: filter.from },
    { end: 'To', label: say('to'), value: filter.to },
  ]
  return (
    <div className={styles.range}>
      {ends.map(({ end, label, value }) => (
        <label key={end}>
          {label}
          <Input
            type={type}
            name={`${filter.name}${end}`}
            defaultValue={value ?? ''}
            {...(type === 'text'
              ? { inputMode: 'decimal', figures: true, autoComplete: 'off', pattern: '[0-9]+([.,][0-9]{1,4})?' }
              : {})}
          />
        </label>
      ))}
    </div>
  )
}
