import Trash from 'lucide-react/icons/trash-2'
import X from 'lucide-react/icons/x'
import { IconButton } from '#shui/button/button.tsx'
import { Icon } from '#shui/icon/icon.tsx'
import { Section } from '#shui/section/section.tsx'
import { CardTable } from '#shui/table/card-table.tsx'
import { useTexts } from '#texts/context.tsx'
import { PageForm } from '#web/page-form.tsx'
import { PageLink } from '#web/page-link.tsx'
import { researchParameters } from './research-query.ts'
import styles from './research.module.css'
import type { FoundModel, ResearchModel } from './research-view.server.ts'

/** Where the figures lead: the rows behind them. */
const rowsId = 'rows'

export function Figures({ figures }: { figures: FoundModel['figures'] }) {
  return (
    <dl className={styles.figures}>
      {figures.map(({ key, label, value, note, isLarge }) => (
        <div key={key} data-large={isLarge || undefined}>
          <dt>{label}</dt>
          <dd className={styles.value}>
            <a href={`#${rowsId}`}>{value}</a>
          </dd>
          <dd className={styles.note}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}

const comparedColumns = [
  'sold',
  'average',
  'median',
  'middle',
  'shipping',
  'free',
  'sellThrough',
  'sellers',
  'trend',
] as const

export function Compared({ found: { compared, comparing } }: { found: FoundModel }) {
  const { t } = useTexts()
  return (
    <>
      <CardTable
        head={t('research.compared')}
        label={t('research.compared')}
        className={styles.compared}
        columns={[
          ...comparedColumns.map((key) => ({ key, label: t(`research.column.${key}`), isNumber: true })),
          { key: 'remove', label: t('research.remove'), isAction: true },
        ]}
        rows={compared.map(({ key, name, epid, image, cells, trend, removeHref }, nth) => ({
          key,
          name: (
            <span className={styles.product}>
              {image ? <img src={image} alt="" width="32" height="32" loading="lazy" /> : null}
              <span>
                <span className={styles.swatch} data-nth={nth}>
                  {name}
                </span>
                <small>{epid}</small>
              </span>
            </span>
          ),
          cells: [
            <a key="sold" href={`#${rowsId}`}>
              {cells[0]}
            </a>,
            ...cells.slice(1),
            trend ? (
              <span key="trend" className={styles.trend} data-direction={trend.direction ?? undefined}>
                {trend.text}
              </span>
            ) : (
              '–'
            ),
            <PageLink
              key="remove"
              to={removeHref}
              preventScrollReset
              aria-label={t('research.removeOf', { name })}
              className={styles.remove}
            >
              <Icon as={X} />
            </PageLink>,
          ],
        }))}
      />
      <p className={styles.hint}>{comparing}</p>
    </>
  )
}

export function Rows({ found }: { found: FoundModel }) {
  const { t } = useTexts()
  const { columns, rows, total, paging, rules } = found
  return (
    <Section id={rowsId} title={t('research.behind')} count={t('research.behind.hint')}>
      {rows.length === 0 ? (
        <p className={styles.hint}>{t('research.nothing')}</p>
      ) : (
        <CardTable
          head={t('research.product')}
          label={t('research.behind')}
          className={styles.rows}
          columns={[
            ...columns.map(({ key, label }) => ({ key, label, isNumber: key !== 'condition' })),
            { key: 'compare', label: t('research.compare'), isAction: true },
          ]}
          rows={rows.map(({ key, name, insightsHref, compareHref, cells, own }) => ({
            key,
            name: <PageLink to={insightsHref}>{name}</PageLink>,
            cells: [
              ...cells,
              own ? (
                <PageLink key="own" to={own.href}>
                  {own.text}
                </PageLink>
              ) : (
                '–'
              ),
              compareHref ? (
                <PageLink
                  key="compare"
                  to={compareHref}
                  preventScrollReset
                  aria-label={t('research.compareOf', { name })}
                >
                  {t('research.compare')}
                </PageLink>
              ) : null,
            ],
          }))}
          foot={total.length > 0 ? { key: 'total', name: t('research.total'), cells: [...total, ''] } : undefined}
        />
      )}
      <Sorting columns={columns} />
      {paging ? (
        <nav className={styles.paging} aria-label={t('research.pages')}>
          {paging.before ? <PageLink to={paging.before}>{t('research.pageBefore')}</PageLink> : null}
          <span>{paging.text}</span>
          {paging.after ? <PageLink to={paging.after}>{t('research.pageAfter')}</PageLink> : null}
        </nav>
      ) : null}
      <details className={styles.rules}>
        <summary>{t('insights.how')}</summary>
        {rules.map((rule) => (
          <p key={rule}>{rule}</p>
        ))}
      </details>
    </Section>
  )
}

function Sorting({ columns }: Pick<FoundModel, 'columns'>) {
  const { t } = useTexts()
  const sortable = columns.filter((column) => column.sortHref !== null)
  if (sortable.length === 0) return null
  return (
    <nav className={styles.sorting} aria-label={t('research.sort')}>
      <span>{t('research.sort')}</span>
      {sortable.map(({ key, label, sortHref, isSorted }) => (
        <PageLink key={key} to={sortHref ?? ''} preventScrollReset aria-current={isSorted ? 'true' : undefined}>
          {label}
        </PageLink>
      ))}
    </nav>
  )
}

export function SavedSearches({ model: { searches, query } }: { model: ResearchModel }) {
  const { t } = useTexts()
  if (searches.length === 0) return null
  const back = new URLSearchParams(researchParameters(query)).toString()
  return (
    <Section title={t('research.saved')}>
      <ul className={styles.searches}>
        {searches.map(({ id, name, href, changed, deletable }) => (
          <li key={id}>
            <PageLink to={href}>{name}</PageLink>
            {changed === null ? null : <span className={styles.note}>{changed}</span>}
            {deletable ? (
              <PageForm>
                <input type="hidden" name="back" value={back} />
                <input type="hidden" name="id" value={id} />
                <IconButton
                  type="submit"
                  name="intent"
                  value="delete"
                  icon={Trash}
                  size="small"
                  label={t('research.deleteOf', { name })}
                />
              </PageForm>
            ) : null}
          </li>
        ))}
      </ul>
    </Section>
  )
}
