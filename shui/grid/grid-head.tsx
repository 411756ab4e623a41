import Bookmark from 'lucide-react/icons/bookmark'
import Columns3 from 'lucide-react/icons/columns-3'
import X from 'lucide-react/icons/x'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { Fragment, useId } from 'react'
import { Button, ButtonLink, IconButton } from '../button/button.tsx'
import { useShui } from '../context.tsx'
import { Checkbox, TextField } from '../form/controls.tsx'
import { PageTitle } from '../header/page-title.tsx'
import { formHref } from './form-href.ts'
import { GridForm, GridLink, useGrid } from './grid-context.tsx'
import styles from './grid-head.module.css'
import { rowsId } from './grid-ids.ts'
import type { GridModel, GridViews } from './grid-model.ts'
import skip from '../layout/skip.module.css'
import menu from './menu.module.css'
import { Panel } from './panel.tsx'

export function GridHead({ model }: { model: GridModel }) {
  const { say } = useGrid()
  const menuId = useId()
  const exported = model.export
  return (
    <div className={styles.head}>
      <PageTitle
        title={model.title}
        note={model.note}
        actionsStay
        actions={
          <>
            {model.empty ? null : <SkipToRows />}
            {/* On a narrow page a menu; else its parts stand beside the title, as if it were not there. */}
            <div id={menuId} popover="auto" role="group" aria-label={say('listMenu')} className={styles.menu}>
              {model.views ? <ViewsPanel model={model} views={model.views} /> : null}
              {model.columnChoices ? <ColumnsPanel model={model} choices={model.columnChoices} /> : null}
              {/* A download, which the router must not handle; errors are shown on a page. */}
              {exported ? (
                <a href={exported.href} className={styles.export}>
                  {exported.label}
                </a>
              ) : null}
              {model.note ? <p className={styles.note}>{model.note}</p> : null}
            </div>
            {model.primary ? (
              <ButtonLink kind="primary" href={model.primary.href}>
                {model.primary.label}
              </ButtonLink>
            ) : null}
            <span className={styles.menuButton}>
              <IconButton icon={Ellipsis} label={say('listMenu')} popoverTarget={menuId} />
            </span>
          </>
        }
      />
      {model.gap ? <GridLink href={model.gap.href}>{model.gap.text}</GridLink> : null}
    </div>
  )
}

function SkipToRows() {
  const { say } = useGrid()
  return (
    <a
      href={`#${rowsId}`}
      className={skip.skip}
      onClick={(event) => {
        // Not via the URL, so that Back returns to the previous page.
        event.preventDefault()
        document.getElementById(rowsId)?.focus()
      }}
    >
      {say('skipToRows')}
    </a>
  )
}

function ColumnsPanel({ model, choices }: { model: GridModel; choices: NonNullable<GridModel['columnChoices']> }) {
  const { say } = useGrid()
  const keep = model.fields.filter(([name]) => name !== 'cols')
  const usual = formHref(model.path, keep)
  return (
    <Panel label={say('columns')} icon={Columns3} title={say('columns')} className={styles.columns} align="end">
      <GridForm
        key={choices.map(({ shown }) => (shown ? 1 : 0)).join('')}
        path={model.path}
        fields={keep}
        without={() => false}
        className={styles.form}
      >
        <div className={styles.choices}>
          {choices.map(({ id, label, shown, required }) =>
            required ? (
              <Fragment key={id}>
                {/* Submitted too, so that removing all other columns does not mean the default. */}
                <input type="hidden" name="cols" value={id} />
                <Checkbox label={`${label} (${say('fixedColumn')})`} defaultChecked disabled />
              </Fragment>
            ) : (
              <Checkbox key={id} name="cols" value={id} label={label} defaultChecked={shown} />
            ),
          )}
        </div>
        <div className={styles.end}>
          <Button type="submit" kind="primary">
            {say('applyColumns')}
          </Button>
          {model.columnsChosen ? (
            <GridLink href={usual} className={styles.reset}>
              {say('resetColumns')}
            </GridLink>
          ) : null}
        </div>
      </GridForm>
    </Panel>
  )
}

function ViewsPanel({ model, views }: { model: GridModel; views: GridViews }) {
  const { say } = useGrid()
  const active = views.items.find((view) => view.active)
  return (
    <Panel
      label={active ? <span dir="auto">{active.label}</span> : say('views')}
      icon={Bookmark}
      title={say('views')}
      align="end"
    >
      {views.items.length > 0 ? (
        <ul>
          {views.items.map((view) => (
            <li key={view.id} className={styles.view}>
              <GridLink href={view.href} className={menu.item} aria-current={view.active ? 'true' : undefined}>
                <span dir="auto">{view.label}</span>
              </GridLink>
              {view.deletable ? (
                <form method="post" action={views.action}>
                  <ViewFields path={model.path} query={views.query} intent="delete" />
                  <input type="hidden" name="id" value={view.id} />
                  <IconButton type="submit" icon={X} size="small" label={say('deleteView', { name: view.label })} />
                </form>
              ) : null}
            </li>
          ))}
        </ul>
      ) : (
        <p className={styles.none}>{say('noViews')}</p>
      )}
      {views.savable ? (
        <form method="post" action={views.action} className={styles.save}>
          <ViewFields path={model.path} query={views.query} intent="save" />
          <TextField label={say('viewName')} name="name" required maxLength={60} autoComplete="off" />
          {views.shareLabel ? <Checkbox name="shared" value="1" label={views.shareLabel} /> : null}
          <Button type="submit">{say('saveView')}</Button>
        </form>
      ) : null}
    </Panel>
  )
}

function ViewFields({ path, query, intent }: { path: string; query: string; intent: 'save' | 'delete' }) {
  const { token } = useShui()
  const fields = { srt: token ?? '', intent, query, back: query === '' ? path : `${path}?${query}` }
  return Object.entries(fields).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)
}
