import { isDeepStrictEqual } from 'node:util'
import { isDatabaseUnavailable } from '#db/failure.ts'
import { isMailServerUnavailable } from '#features/shop/accounts/mailer.server.ts'
import type { Task } from '#features/core/task/task.ts'
import { arrangeTasks, countOf, sumsOf, type TaskSection } from '#features/core/task/task.ts'
import type { TaskReader } from '#features/core/task/task-kind.ts'
import { taskKinds } from '#features/shop/tasks/kinds.server.ts'
import { readSoonestTasks, readTasksBefore } from '#features/shop/tasks/tasks-db.server.ts'
import { taskReader } from '#features/shop/tasks/tasks-read.server.ts'
import { sectionModels } from '#features/shop/tasks/tasks-view.server.ts'
import { day } from '#lib/duration.ts'
import { oneLine } from '#lib/one-line.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import type { ReportFailure } from '#web/for-each-isolated.ts'
import type { Hub } from '#web/hub.ts'
import { ownRows } from '#web/own-rows.ts'
import { composeTaskMail } from './compose-mail.server.ts'
import { morningAbout, warningAbout } from '#features/core/task/mail-rules.ts'
import {
  claimMails,
  forgetOldMails,
  listMailedSellers,
  markSent,
  type MailedSeller,
  type MailReader,
} from './task-mails-db.server.ts'

/** Of a kind, so many stand alone in a mail before the others are one line. */
const singleInMail = { all: 5, first: 5 }
/** More deadlines than that in one day are not read one by one: a warning names their first. */
const mostWarned = 1_000

/**
 * Mails what is due: each morning of the seller's one mail with all that is late, due today or tomorrow, and one 24 and 4 hours
 * before deadlines; where both fall together, the morning's alone. Each once, whichever process runs it; after an outage the morning's
 * mail of today is still sent, but none of the days before, and no warning of what is past. Returns how many mails were sent. A mail
 * that cannot be sent is tried again later and holds up no other; `report` is told why. Where the mail server is away it throws after
 * the first: what else is due by the clock does not wait until each has failed.
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

/** What is due of a seller, as far as mails speak of it. */
interface Due {
  reader: TaskReader
  /** What is late, due today or tomorrow. */
  morning: TaskSection[]
  /** What is due within a day. */
  soon: Task[]
}

async function mailSeller(
  hub: Hub,
  seller: MailedSeller,
  now: Date,
  report: (error: unknown) => void,
): Promise<number> {
  const reader = taskReader(seller, { now, deadlines: hub.config.policyPack.deadlines })
  const isMorning = morningAbout(now, seller.timeZone) !== null
  const due = await ownRows(hub, seller.id).read(async (db): Promise<Due> => {
    const soon = await readTasksBefore(db, reader, {
      from: now,
      before: new Date(now.getTime() + day + 1),
      most: mostWarned,
    })
    if (!isMorning) return { reader, morning: [], soon }
    const { sums, tasks } = await readSoonestTasks(db, reader, { kinds: taskKinds, single: singleInMail })
    const near = sums.filter(({ due: state }) => state !== 'later')
    return { reader, morning: arrangeTasks(near, tasks, singleInMail), soon }
  })
  let sent = 0
  for (const member of seller.readers)
    try {
      if (await mailMember(hub, { seller, member, due, now })) sent += 1
    } catch (error) {
      if (isAway(error)) throw error
      report(error)
    }
  return sent
}

const isAway = (error: unknown) => isDatabaseUnavailable(error) || isMailServerUnavailable(error)

interface MailWork {
  seller: MailedSeller
  member: MailReader
  due: Due
  now: Date
}

/**
 * Sends a member one mail, where there is something to say: the morning's, or one about all deadlines that came near since the
 * last. What is due within a day is in the morning's mail, which takes the place of its warnings.
 */
async function mailMember(hub: Hub, work: MailWork): Promise<boolean> {
  const { seller, member, due, now } = work
  const near = Map.groupBy(due.soon, ({ dueAt }) => dueAt && warningAbout(dueAt, now, member.choices))
  const morning = member.choices.morning && due.morning.length > 0 ? morningAbout(now, seller.timeZone) : null
  const abouts = [morning, ...near.keys()].filter((about) => about !== null)
  return sendOnce(hub, work, abouts, (claimed) => {
    if (morning !== null && claimed.includes(morning)) return morningContent(due.morning)
    const tasks = claimed.flatMap((about) => near.get(about) ?? [])
    const sections = arrangeTasks(sumsOf(tasks), tasks, singleInMail)
    return { key: 'taskMails.warning', values: { all: tasks.length }, sections }
  })
}

function morningContent(sections: TaskSection[]): Content {
  const late = countOf(sections.filter(({ due: state }) => state === 'overdue'))
  const today = countOf(sections.filter(({ due: state }) => state === 'today'))
  return { key: 'taskMails.morning', values: { late, today, all: countOf(sections) }, sections }
}

interface Content {
  key: 'taskMails.morning' | 'taskMails.warning'
  values: Record<string, number>
  sections: TaskSection[]
}

/** Claims, sends and notes that it was sent. What fails stays claimed for a while, and is then tried again. */
async function sendOnce(
  hub: Hub,
  { seller, member, due, now }: MailWork,
  abouts: readonly string[],
  content: (claimed: string[]) => Content,
): Promise<boolean> {
  // Of this moment: with many mails before it, a run may last longer than a claim holds.
  const claim = { sellerId: seller.id, memberId: member.memberId, now: hub.now() }
  const claimed = await claimMails(hub.db.owner, claim, abouts)
  if (claimed.length === 0) return false
  // Since the run began the member may have left, lost the role or chosen otherwise: then the next one looks anew.
  const [asNow] = await listMailedSellers(hub.db.owner, claim)
  if (!isDeepStrictEqual(asNow?.readers[0], member)) return false
  const texts = textsFor(member.locale ?? hub.config.defaultLocale, seller.timeZone)
  const { key, values, sections } = content(claimed)
  const named = { ...values, shop: oneLine(seller.name), zone: texts.zoneName(now) }
  const mail = composeTaskMail({
    subject: texts.t(`${key}.subject`, named),
    intro: texts.t(`${key}.intro`, named),
    sections: sectionModels(sections, due.reader, { texts, role: member.role }),
    publicUrl: hub.config.publicUrl,
    texts,
  })
  await hub.mailer.deliver({ to: member.email, ...mail })
  await markSent(hub.db.owner, claim, claimed)
  return true
}
