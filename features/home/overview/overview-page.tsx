import { useLive } from '#features/machinery/live/use-live.ts'
import { changeable } from '#db/changeable.ts'
import type { ReactNode } from 'react'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { PageHead } from '#web/page-head.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo, type Permission, type Role } from '#web/roles.ts'
import { withHeadStart, type Waited } from '#web/named-wait.server.ts'
import { NamedWait } from '#web/named-wait.tsx'
import { useTaskDone } from '#features/core/task/use-task-done.ts'
import { readPreviousTool, shipFromForm } from '#features/home/previous-tool/previous-tool.server.ts'
import { PreviousTool } from '#features/home/previous-tool/previous-tool.tsx'
import { ButtonLink } from '#shui/button/button.tsx'
import { Section } from '#shui/section/section.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { OpenTasks, TaskLines } from '#features/home/tasks/task-lines.tsx'
import { FeedbackSection } from './feedback-section.tsx'
import styles from './overview-page.module.css'
import { startOverview } from './overview-waits.server.ts'
import { arrangementFrom, type OverviewModule, type PlacedModule } from './arrangement.ts'
import { LinesSection, type LinesModel } from './lines-section.tsx'
import { moduleTitles } from './module-titles.ts'
import { Placeholder } from './placeholder.tsx'
import { SalesSection } from './sales-section.tsx'
import { StartSection } from './start-section.tsx'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { FirstTasksModel } from '#features/home/tasks/tasks-read.server.ts'
import { Empty } from '#shui/empty/empty.tsx'

/** Shows the previous tool to members who chose it. Otherwise the parts are read in parallel and none blocks the page. */
export const loader = sellerLoader('hub.view', async (args) => {
  const { hub, member, seller, url } = args
  if (member.previousTool) return { previousTool: await readPreviousTool(args), overview: null }
  const now = hub.now()
  // The overview uses the shop's time zone, whatever the reader chose.
  const texts = textsFor(args.texts.locale, seller.timeZone)
  const zone = texts.zoneName(now)
  const parts = await withHeadStart(url, startOverview(args, now, texts))
  const mayList = mayDo(seller.role, 'listings.edit')
  const mayMoveIn = mayDo(seller.role, 'money.view')
  const overview = {
    name: seller.displayName,
    zone,
    today: `${texts.moment(now, 'long')}, ${zone}`,
    mayList,
    mayMoveIn,
    placed: shownModules(arrangementFrom(member.preferences.overview), seller.role),
    parts,
  }
  return { overview, previousTool: null }
})

export const action = sellerAction('orders.ship', shipFromForm)

export default function OverviewPage() {
  const { overview, previousTool } = useLive(useLoaderData<typeof loader>(), changeable)
  const refused = useActionData<typeof action>()
  if (previousTool) return <PreviousTool model={previousTool} refused={refused} />
  return <Overview {...overview} />
}

type OverviewModel = NonNullable<Awaited<ReturnType<typeof loader>>['overview']>
type Parts = OverviewModel['parts']

function Overview({ name, zone, today, mayList, mayMoveIn, placed, parts }: OverviewModel) {
  const { t } = useTexts()
  const done = useTaskDone()
  const modules = <Modules parts={parts} placed={placed} />
  return (
    <div className={styles.page}>
      <PageHead
        title={t('word.overview')}
        note={today}
        done={done}
        actions={
          <>
            <ButtonLink href={paths.arrangeOverview()} kind="quiet">
              {t('overview.arrange')}
            </ButtonLink>
            {mayList ? (
              <ButtonLink href={paths.listingForm({ mode: 'AddItem' })} kind="primary">
                {t('listings.create')}
              </ButtonLink>
            ) : null}
          </>
        }
      />
      <OpenTasks>
        <NamedWait
          value={parts.start}
          part={t('word.overview')}
          placeholder={<ModulesPlaceholder placed={placed} />}
          renderMissing={() => modules}
        >
          {({ hasBusiness, steps }) => (
            <>
              {steps ? <StartSection {...{ name, zone, steps, mayMoveIn }} /> : null}
              {hasBusiness || !steps ? modules : null}
            </>
          )}
        </NamedWait>
      </OpenTasks>
    </div>
  )
}

/** Modules that the member shows and whose figures the role may see. */
function shownModules(placed: readonly PlacedModule[], role: Role): OverviewModule[] {
  const needs: Partial<Record<OverviewModule, Permission>> = {
    messages: 'buyers.talk',
    money: 'money.view',
    sales: 'amounts.view',
  }
  return placed.flatMap(({ id, isShown }) => (isShown && mayDo(role, needs[id] ?? 'hub.view') ? [id] : []))
}

/** In the member's order; on a wide page the first half stands on the left. */
function Columns({
  placed,
  children,
}: {
  placed: readonly OverviewModule[]
  children: (id: OverviewModule) => ReactNode
}) {
  const half = Math.ceil(placed.length / 2)
  return (
    <div className={styles.modules}>
      <div className={styles.column}>{placed.slice(0, half).map(children)}</div>
      <div className={styles.column}>{placed.slice(half).map(children)}</div>
    </div>
  )
}

function Modules({ parts, placed }: { parts: Parts; placed: readonly OverviewModule[] }) {
  return <Columns placed={placed}>{(id) => <ModuleOf key={id} id={id} parts={parts} />}</Columns>
}

function ModuleOf({ id, parts }: { id: OverviewModule; parts: Parts }) {
  const { t } = useTexts()
  switch (id) {
    case 'todos':
      return (
        <Module shape="todos" value={parts.todos}>
          {(model) => <TodoSection model={model} />}
        </Module>
      )
    case 'messages':
      return (
        <Module shape="messages" value={parts.messages}>
          {(model) => (model ? <LinesSection title={t('word.messages')} model={model} /> : null)}
        </Module>
      )
    case 'orders':
    case 'stock':
    case 'money':
      return (
        <Module<LinesModel | null> shape={id} value={parts[id]}>
          {(model) => (model ? <LinesSection title={t(moduleTitles[id])} model={model} /> : null)}
        </Module>
      )
    case 'sales':
      return (
        <Module shape="sales" value={parts.sales}>
          {(model) => (model ? <SalesSection model={model} /> : null)}
        </Module>
      )
    case 'level':
      return (
        <Module shape="level" value={parts.level}>
          {(model) => (model ? <LinesSection title={t('overview.level')} model={model} /> : null)}
        </Module>
      )
    case 'feedback':
      return (
        <Module shape="feedback" value={parts.feedback}>
          {(model) => <FeedbackSection model={model} />}
        </Module>
      )
  }
}

const shapes = {
  todos: { lines: 3, size: 'todo' },
  messages: { lines: 2, size: 'count' },
  orders: { lines: 9, size: 'count' },
  stock: { lines: 5, size: 'count' },
  money: { lines: 3, size: 'count' },
  sales: { lines: 1, size: 'chart' },
  level: { lines: 2, size: 'count' },
  feedback: { lines: 3, size: 'entry' },
} as const satisfies Record<OverviewModule, object>

interface ModuleProps<T> {
  shape: OverviewModule
  value: Waited<T>
  children: (model: T) => ReactNode
}

function Module<T>({ shape, value, children }: ModuleProps<T>) {
  const { t } = useTexts()
  const title = t(moduleTitles[shape])
  return (
    <div>
      <NamedWait
        value={value}
        part={title}
        placeholder={<ShapePlaceholder shape={shape} />}
        renderMissing={(notice) => <Section title={title}>{notice}</Section>}
      >
        {children}
      </NamedWait>
    </div>
  )
}

function ShapePlaceholder({ shape }: { shape: OverviewModule }) {
  const { t } = useTexts()
  return <Placeholder part={t(moduleTitles[shape])} {...shapes[shape]} />
}

/** Placeholder while it is unknown whether the seller has any business yet. */
function ModulesPlaceholder({ placed }: { placed: readonly OverviewModule[] }) {
  return <Columns placed={placed}>{(id) => <ShapePlaceholder key={id} shape={id} />}</Columns>
}

function TodoSection({ model: { count, all, lines } }: { model: FirstTasksModel }) {
  const { t } = useTexts()
  return (
    <Section
      title={t('tasks.title')}
      count={count}
      action={all === null ? null : { text: all, action: { type: 'NAV', URL: paths.tasks() } }}
    >
      {lines.length === 0 ? (
        <Empty title={t('tasks.none')} hint={t('tasks.noneHint')} icon={CircleCheck} level={3} />
      ) : (
        <TaskLines lines={lines} compact />
      )}
    </Section>
  )
}
