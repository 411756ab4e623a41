import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import { Button } from '#shui/button/button.tsx'
import { Input, SelectField, TextField } from '#shui/form/controls.tsx'
import { Icon } from '#shui/icon/icon.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import { PageSwitch } from '#web/page-switch.tsx'
import { paths } from '#web/paths.ts'
import { researchParameters } from './research-query.ts'
import styles from './research.module.css'
import type { ResearchModel } from './research-view.server.ts'

/** Words, days and filters, each with an address of its own; works without script. */
export function ResearchControls({ model }: { model: ResearchModel }) {
  const { t } = useTexts()
  const { query, ranges, chips, problem } = model
  const parameters = researchParameters({ ...query, offset: 0 })
  const { keywords: _words, ...others } = parameters
  return (
    <>
      <div className={styles.bar}>
        <PageForm key={query.keywords} method="get" action={paths.research()} role="search" className={styles.search}>
          <Kept values={others} />
          <Input
            type="search"
            name="keywords"
            icon={Search}
            defaultValue={query.keywords}
            aria-label={t('research.keywords')}
            placeholder={t('research.keywords.hint')}
            maxLength={200}
          />
          <Button type="submit">{t('research.search')}</Button>
        </PageForm>
        <PageSwitch
          label={t('research.period')}
          links={ranges.map(({ key, text, href, active }) => ({ key, text, to: href, active }))}
        />
        <FilterPanel model={model} parameters={parameters} />
        <SavePanel parameters={parameters} keywords={query.keywords} />
      </div>
      {problem === null ? null : (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {chips.length > 0 ? (
        <ul className={styles.chips} aria-label={t('research.filters')}>
          {chips.map(({ key, text, href }) => (
            <li key={key}>
              <PageLink
                to={href}
                preventScrollReset
                className={styles.chip}
                aria-label={t('research.without', { filter: text })}
              >
                {text} <Icon as={X} />
              </PageLink>
            </li>
          ))}
          {chips.length > 1 ? (
            <li>
              <PageLink to={model.clearHref} className={styles.clear}>
                {t('research.clear')}
              </PageLink>
            </li>
          ) : null}
        </ul>
      ) : null}
    </>
  )
}

const Kept = ({ values }: { values: Readonly<Record<string, string>> }) =>
  Object.entries(values).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

const filterFields = ['category', 'condition', 'format', 'country', 'minPrice', 'maxPrice', 'startDate', 'endDate']

function FilterPanel({ model, parameters }: { model: ResearchModel; parameters: Record<string, string> }) {
  const { t } = useTexts()
  const { query, options, currency } = model
  const kept = Object.fromEntries(Object.entries(parameters).filter(([name]) => !filterFields.includes(name)))
  const any = { value: '', label: t('research.any') }
  return (
    <details key={JSON.stringify(parameters)} className={styles.panel}>
      <summary>{t('research.addFilter')}</summary>
      <PageForm method="get" action={paths.research()} className={styles.fields} preventScrollReset>
        <Kept values={kept} />
        <SelectField
          name="category"
          label={t('research.category')}
          options={[any, ...options.categories]}
          defaultValue={query.category ?? ''}
        />
        <fieldset className={styles.conditions}>
          <legend>{t('research.column.condition')}</legend>
          {options.conditions.map(({ value, label }) => (
            <label key={value}>
              <input type="checkbox" name="condition" value={value} defaultChecked={query.conditions.includes(value)} />{' '}
              {label}
            </label>
          ))}
        </fieldset>
        <SelectField
          name="format"
          label={t('research.format')}
          options={[any, ...options.formats]}
          defaultValue={query.format ?? ''}
        />
        <div className={styles.pair}>
          <TextField
            name="minPrice"
            label={t('research.least', { currency })}
            defaultValue={query.least ?? ''}
            inputMode="decimal"
            figures
          />
          <TextField
            name="maxPrice"
            label={t('research.most', { currency })}
            defaultValue={query.most ?? ''}
            inputMode="decimal"
            figures
          />
        </div>
        <TextField
          name="country"
          label={t('research.countries')}
          hint={t('research.countries.hint')}
          defaultValue={query.countries.join(', ')}
        />
        <div className={styles.pair}>
          <TextField
            type="date"
            name="startDate"
            label={t('research.first')}
            defaultValue={query.range === null ? query.days.from : ''}
          />
          <TextField
            type="date"
            name="endDate"
            label={t('research.last')}
            defaultValue={query.range === null ? query.days.to : ''}
          />
        </div>
        <Button type="submit" kind="primary">
          {t('research.apply')}
        </Button>
      </PageForm>
    </details>
  )
}

function SavePanel({ parameters, keywords }: { parameters: Record<string, string>; keywords: string }) {
  const { t } = useTexts()
  const back = new URLSearchParams(parameters).toString()
  return (
    <details key={back} className={styles.panel}>
      <summary>{t('research.save')}</summary>
      <PageForm className={styles.fields}>
        <input type="hidden" name="back" value={back} />
        <TextField
          name="name"
          label={t('research.save.name')}
          hint={t('research.save.hint')}
          defaultValue={keywords}
          maxLength={60}
          required
        />
        <Button type="submit" name="intent" value="save" kind="primary">
          {t('research.save')}
        </Button>
      </PageForm>
    </details>
  )
}
