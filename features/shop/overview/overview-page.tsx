import { useLive } from '#features/machinery/live/use-live.ts'
import { changeable } from '#db/changeable.ts'
import type { ReactNode } from 'react'
import { useActionData, useLoaderData } from '#web/router/router.ts'
import { PageHead } from '#web/page-head.tsx'
import { sellerAction, sellerLoader } from '#web/guard.server.ts'
import { paths } from '#web/paths.ts'
import { mayDo } from '#web/roles.ts'
import { withHeadStart, type Waited } from '#web/named-wait.server.ts'
import { NamedWait } from '#web/named-wait.tsx'
import { useTaskDone } from '#features/core/task/use-task-done.ts'
import { readPreviousTool, shipFromForm } from '#features/shop/previous-tool/previous-tool.server.ts'
import { PreviousTool } from '#features/shop/previous-tool/previous-tool.tsx'
import { ButtonLink } from '#shui/button/button.tsx'
import { Section } from '#shui/section/section.tsx'
import { textsFor } from '#texts/catalogues.server.ts'
import { useTexts } from '#texts/context.tsx'
import { OpenTasks, TaskLines } from '#features/shop/tasks/task-lines.tsx'
import { ListingCountsSection, OrderCountsSection } from './counts-section.tsx'
import { FeedbackSection } from './feedback-section.tsx'
import styles from './overview-page.module.css'
import { startOverview } from './overview-waits.server.ts'
import { Placeholder } from './placeholder.tsx'
import { SalesSection } from './sales-section.tsx'
import { StartSection } from './start-section.tsx'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { FirstTasksModel } from '#features/shop/tasks/tasks-read.server.ts'
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
  const mayInvite = mayDo(seller.role, 'team.manage')
  const overview = {
    name: seller.displayName,
    zone,
    today: `${texts.moment(now, 'long')}, ${zone}`,
    mayList,
    mayMoveIn,
    mayInvite,
    hasSales: mayDo(seller.role, 'amounts.view'),
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

function Overview({ name, zone, today, mayList, mayMoveIn, mayInvite, hasSales, parts }: OverviewModel) {
  const { t } = useTexts()
  const done = useTaskDone()
  const modules = <Modules parts={parts} hasSales={hasSales} />
  return (
    <div className={styles.page}>
      <PageHead
        title={t('overview.title')}
        note={today}
        done={done}
        actions={
          mayList ? (
            <ButtonLink href={paths.listingForm({ mode: 'AddItem' })} kind="primary">
              {t('listings.create')}
            </ButtonLink>
          ) : null
        }
      />
      <OpenTasks>
        <NamedWait
          value={parts.start}
          part={t('overview.title')}
          placeholder={<ModulesPlaceholder hasSales={hasSales} />}
          renderMissing={() => modules}
        >
          {(hasBusiness) =>
            hasBusiness ? modules : <StartSection {...{ name, zone, mayList, mayMoveIn, mayInvite }} />
          }
        </NamedWait>
      </OpenTasks>
    </div>
  )
}

/** In order of importance, also on phones: tasks first, then results. */
function Modules({ parts, hasSales }: { parts: Parts; hasSales: boolean }) {
  return (
    <div className={styles.modules}>
      <div className={styles.column}>
        <Module shape="todos" value={parts.todos}>
          {(model) => <TodoSection model={model} />}
        </Module>
        <Module shape="orders" value={parts.orders}>
          {(model) => <OrderCountsSection model={model} />}
        </Module>
        <Module shape="listings" value={parts.listings}>
          {(counts) => <ListingCountsSection counts={counts} />}
        </Module>
      </div>
      <div className={styles.column}>
        {hasSales ? (
          <Module shape="sales" value={parts.sales}>
            {(model) => (model ? <SalesSection model={model} /> : null)}
          </Module>
        ) : null}
        <Module shape="feedback" value={parts.feedback}>
          {(model) => <FeedbackSection model={model} />}
        </Module>
      </div>
    </div>
  )
}

const shapes = {
  todos: { title: 'tasks.title', lines: 3, size: 'todo' },
  orders: { title: 'counts.orders', lines: 9, size: 'count' },
  sales: { title: 'sales.title', lines: 1, size: 'chart' },
  feedback: { title: 'feedback.title', lines: 3, size: 'entry' },
  listings: { title: 'counts.listings', lines: 7, size: 'count' },
} as const

interface ModuleProps<T> {
  shape: keyof typeof shapes
  value: Waited<T>
  children: (model: T) => ReactNode
}

function Module<T>({ shape, value, children }: ModuleProps<T>) {
  const { t } = useTexts()
  const title = t(shapes[shape].title)
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

function ShapePlaceholder({ shape }: Pick<ModuleProps<unknown>, 'shape'>) {
  const { t } = useTexts()
  const { title, lines, size } = shapes[shape]
  return <Placeholder part={t(title)} lines={lines} size={size} />
}

/** Placeholder while it is unknown whether the seller has any business yet. */
function ModulesPlaceholder({ hasSales }: { hasSales: boolean }) {
  return (
    <div className={styles.modules}>
      <div className={styles.column}>
        <ShapePlaceholder shape="todos" />
        <ShapePlaceholder shape="orders" />
        <ShapePlaceholder shape="listings" />
      </div>
      <div className={styles.column}>
        {hasSales ? <ShapePlaceholder shape="sales" /> : null}
        <ShapePlaceholder shape="feedback" />
      </div>
    </div>
  )
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
