import { isDeepStrictEqual } from 'node:util'
import { isDatabaseUnavailable } from '#db/failure.ts'
import { isMailServerUnavailable } from '#features/people/accounts/mailer.server.ts'
import { arrangeTasks, countOf, sumsOf, type TaskSection, type Task } from '#features/core/task/task.ts'
import type { TaskReader } from '#features/core/task/task-kind.ts'
import { taskKinds } from '#features/home/tasks/kinds.server.ts'
import { readSoonestTasks, readTasksBefore } from '#features/home/tasks/tasks-db.server.ts'
import { taskReader } from '#features/home/tasks/tasks-read.server.ts'
import { sectionModels, type TaskSectionModel } from '#features/home/tasks/tasks-view.server.ts'
import { day } from '#lib/duration.ts'
import { groupBy } from '#lib/group-by.ts'
import { oneLine } from '#lib/one-line.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { ReportFailure } from '#web/for-each-isolated.ts'
import type { Hub } from '#web/hub.ts'
import type { Texts } from '#texts/texts.ts'
import { paths, withQuery } from '#web/paths.ts'
import { ownRows } from '#web/own-rows.ts'
import { mayDo, type Role } from '#web/roles.ts'
import { composeMail, type MailSection } from './compose-mail.server.ts'
import { readWeek, sellsAnything } from './weekly-mail.server.ts'
import { readStockNews } from './stock-mail.server.ts'
import { morningAbout, stockAbout, warningAbout, weeklyAbout } from '#features/core/task/mail-rules.ts'
import {
  claimMails,
  forgetOldMails,
  listMailedSellers,
  markSent,
  type MailedSeller,
  type MailReader,
} from './task-mails-db.server.ts'

/** Tasks of a kind listed singly in a mail; more are combined in one line. */
const singleInMail = { all: 5, first: 5 }
const maxWarned = 1_000

/**
 * Sends mails about due tasks, each once across processes: in the morning of the seller's zone, and 24 and 4 hours before
 * deadlines; on Mondays one about the week, and one a morning about stock. Retries failures later; throws if the mail server is unavailable. Returns the number of mails sent.
 */
export async function sendTaskMails(hub: Hub, report: ReportFailure): Promise<number> {
  if (!hub.mailer.canSend) return 0
  const now = hub.now()
  let sent = 0
  for (const seller of await listMailedSellers(hub.db.owner)) {
    try {
      sent += await mailSeller(hub, seller, now, (error) => report(error, seller.id))
    } catch (error) {
      if (isAway(error)) throw error
      report(error, seller.id)
    }
  }
  await forgetOldMails(hub.db.owner, now)
  return sent
}

interface Due {
  reader: TaskReader
  /** Tasks that are late, due today or due tomorrow. */
  morning: TaskSection[]
  /** Tasks due within a day. */
  soon: Task[]
}

async function mailSeller(
  hub: Hub,
  seller: MailedSeller,
  now: Date,
  report: (error: unknown) => void,
): Promise<number> {
  let sent = 0
  // Roles that may not see the shop's money have fewer tasks.
  for (const members of groupBy(seller.readers, ({ role }) => mayDo(role, 'money.view')).values()) {
    const due = await readDue(hub, { ...seller, role: members[0].role }, now)
    for (const member of members)
      try {
        if (await mailMember(hub, { seller, member, due, now })) sent += 1
        if (await mailWeek(hub, { seller, member, due, now })) sent += 1
        if (await mailStock(hub, { seller, member, due, now })) sent += 1
      } catch (error) {
        if (isAway(error)) throw error
        report(error)
      }
  }
  return sent
}

function readDue(hub: Hub, seller: MailedSeller & { role: Role }, now: Date): Promise<Due> {
  const reader = taskReader(seller, { now, deadlines: hub.config.policyPack.deadlines })
  return ownRows(hub, seller.id).read(async (db) => {
    const soon = await readTasksBefore(db, reader, {
      from: now,
      before: new Date(now.getTime() + day + 1),
      limit: maxWarned,
    })
    if (morningAbout(now, seller.timeZone) === null) return { reader, morning: [], soon }
    const { sums, tasks } = await readSoonestTasks(db, reader, { kinds: taskKinds, single: singleInMail })
    const upcoming = sums.filter(({ due: state }) => state !== 'later')
    return { reader, morning: arrangeTasks(upcoming, tasks, singleInMail), soon }
  })
}

const isAway = (error: unknown) => isDatabaseUnavailable(error) || isMailServerUnavailable(error)

interface MailWork {
  seller: MailedSeller
  member: MailReader
  due: Due
  now: Date
}

/**
 * Sends a member at most one mail: the morning's, or one warning about all deadlines that have come near. The
 * morning's mail includes these and replaces the warning.
 */
async function mailMember(hub: Hub, work: MailWork): Promise<boolean> {
  const { seller, member, due, now } = work
  const upcoming = Map.groupBy(due.soon, ({ dueAt }) => dueAt && warningAbout(dueAt, now, member.choices))
  const morning = member.choices.morning && due.morning.length > 0 ? morningAbout(now, seller.timeZone) : null
  const abouts = [morning, ...upcoming.keys()].filter((about) => about !== null)
  return sendOnce(hub, work, abouts, (claimed) => {
    if (morning !== null && claimed.includes(morning)) return morningContent(due.morning)
    const tasks = claimed.flatMap((about) => upcoming.get(about) ?? [])
    const sections = arrangeTasks(sumsOf(tasks), tasks, singleInMail)
    return { key: 'taskMails.warning', values: { all: tasks.length }, sections: { tasks: sections } }
  })
}

/** The week's mail, for members who want it, of a shop that sells something. */
async function mailWeek(hub: Hub, work: MailWork): Promise<boolean> {
  const { seller, member, due, now } = work
  const about = member.choices.weekly ? weeklyAbout(now, seller.timeZone) : null
  if (about === null) return false
  const own = ownRows(hub, seller.id)
  return sendOnce(hub, work, [about], async (_claimed, texts) => {
    if (!(await own.read((db) => sellsAnything(db, seller.id)))) return null
    const on = {
      seller,
      role: member.role,
      due: dueOf(due.morning),
      now,
      texts,
      standards: hub.config.policyPack.standards,
    }
    const { values, sections } = await own.read((db) => readWeek(db, on))
    return {
      key: 'taskMails.weekly',
      values,
      sections,
      settingsPath: withQuery(paths.mailSettings, { stop: seller.username }),
    }
  })
}

/** One mail a morning with what changed in stock, for members who want some of it. */
async function mailStock(hub: Hub, work: MailWork): Promise<boolean> {
  const { seller, member, now } = work
  const span = member.choices.stock.length > 0 ? stockAbout(now, seller.timeZone) : null
  if (span === null) return false
  return sendOnce(hub, work, [span.about], async (_claimed, texts) => {
    const on = { sellerId: seller.id, news: member.choices.stock, role: member.role, ...span, now, texts }
    const sections = await ownRows(hub, seller.id).read((db) => readStockNews(db, on))
    return sections.length === 0 ? null : { key: 'taskMails.stock', values: {}, sections }
  })
}

const morningContent = (tasks: TaskSection[]): Content => ({
  key: 'taskMails.morning',
  values: { ...dueOf(tasks), all: countOf(tasks) },
  sections: { tasks },
})

const dueOf = (sections: TaskSection[]) => ({
  late: countOf(sections.filter(({ due: state }) => state === 'overdue')),
  today: countOf(sections.filter(({ due: state }) => state === 'today')),
})

interface Content {
  key: 'taskMails.morning' | 'taskMails.warning' | 'taskMails.weekly' | 'taskMails.stock'
  values: Record<string, number | string>
  sections: MailSection[] | { tasks: TaskSection[] }
  settingsPath?: string
}

const taskSections = (sections: readonly TaskSectionModel[]): MailSection[] =>
  sections.map(({ title, count, lines }) => ({
    title: `${title} (${count})`,
    lines: lines.map(({ due, title: what, item, facts, money, href }) => ({
      due: due.text,
      what,
      about: [item ? [item.title, item.more].filter(Boolean).join(' ') : null, ...facts].filter(Boolean).join(', '),
      value: money ? [money.main, money.others].filter(Boolean).join(' ') : '',
      href,
    })),
  }))

/**
 * Claims the mails, sends one unless there is nothing to say, and marks them as sent. After a failure the claim expires, and
 * a later run retries.
 */
async function sendOnce(
  hub: Hub,
  work: MailWork,
  abouts: readonly string[],
  content: (claimed: string[], texts: Texts) => Content | Promise<Content | null>,
): Promise<boolean> {
  const { seller, member } = work
  // The current time: a long run may exceed the duration of a claim.
  const claim = { sellerId: seller.id, memberId: member.memberId, now: hub.now() }
  const claimed = await claimMails(hub.db.owner, claim, abouts)
  if (claimed.length === 0) return false
  // The member may have left or changed role or settings since the run began; the next run decides anew.
  const [current] = await listMailedSellers(hub.db.owner, claim)
  if (!isDeepStrictEqual(current?.readers[0], member)) return false
  const texts = textsFor(member.locale ?? hub.config.defaultLocale, seller.timeZone)
  const contents = await content(claimed, texts)
  if (contents) await hub.mailer.deliver({ to: member.email, ...composed(hub, work, { ...contents, texts }) })
  await markSent(hub.db.owner, claim, claimed)
  return contents !== null
}

function composed(
  hub: Hub,
  { seller, member, due, now }: MailWork,
  { texts, ...contents }: Content & { texts: Texts },
) {
  const { key, values, sections, ...more } = contents
  const textValues = { ...values, shop: oneLine(seller.name), zone: texts.zoneName(now) }
  return composeMail({
    ...more,
    subject: texts.t(`${key}.subject`, textValues),
    intro: texts.t(`${key}.intro`, textValues),
    sections:
      'tasks' in sections
        ? taskSections(sectionModels(sections.tasks, due.reader, { texts, role: member.role }))
        : sections,
    publicUrl: hub.config.publicUrl,
    texts,
  })
}
