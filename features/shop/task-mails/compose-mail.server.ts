import type { TaskSectionModel } from '#features/shop/tasks/tasks-view.server.ts'
import { oneLine } from '#lib/one-line.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'

export interface ComposedMail {
  subject: string
  text: string
  html: string
}

interface MailInput {
  subject: string
  /** The first line; names the shop and its time zone. */
  intro: string
  sections: readonly TaskSectionModel[]
  publicUrl: string
  texts: Texts
}

/** Composes a mail from sections of tasks. Each task links to its page; the last link leads to the mail settings. */
export function composeTaskMail({
  subject,
  intro,
  sections,
  publicUrl,
  texts: { t, locale },
}: MailInput): ComposedMail {
  const absolute = (path: string) => new URL(path, publicUrl).href
  const lines = sections.map(({ title, count, lines: sectionLines }) => ({
    title: `${title} (${count})`,
    lines: sectionLines.map(({ due, title: what, item, facts, money, href }) => ({
      due: due.text,
      what: oneLine(what),
      about: oneLine(
        [item ? [item.title, item.more].filter(Boolean).join(' ') : null, ...facts].filter(Boolean).join(', '),
      ),
      money: money ? [money.main, money.others].filter(Boolean).join(' ') : '',
      href: absolute(href),
    })),
  }))
  const all = { text: t('taskMails.all'), href: absolute(paths.tasks()) }
  const settings = { text: t('taskMails.change'), href: absolute(paths.mailSettings) }
  const text = [
    intro,
    ...lines.map(({ title, lines: sectionLines }) =>
      [
        title,
        ...sectionLines.map(({ due, what, about, money, href }) =>
          [`- ${[due, what, money].filter(Boolean).join(' | ')}`, about && `  ${about}`, `  ${href}`]
            .filter(Boolean)
            .join('\n'),
        ),
      ].join('\n'),
    ),
    `${all.text}: ${all.href}`,
    `${settings.text}: ${settings.href}`,
  ].join('\n\n')
  const rows = lines.map(
    ({ title, lines: sectionLines }) => `<h2 style="font-size:16px;margin:24px 0 8px">${escape(title)}</h2>
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;border-collapse:collapse">
${sectionLines
  .map(
    ({ due, what, about, money, href }) => `<tr>
<td style="${cell};width:96px">${escape(due)}</td>
<td style="${cell}"><a href="${escape(href)}">${escape(what)}</a>${about ? `<br><small>${escape(about)}</small>` : ''}</td>
<td style="${cell};padding-right:0;text-align:right">${escape(money)}</td>
</tr>`,
  )
  .join('\n')}
</table>`,
  )
  const html = `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escape(subject)}</title></head>
<body style="max-width:640px;margin:0 auto;padding:16px;font:14px/1.4 system-ui,sans-serif">
<p>${escape(intro)}</p>
${rows.join('\n')}
<p style="margin-top:24px"><a href="${escape(all.href)}">${escape(all.text)}</a></p>
<p><small><a href="${escape(settings.href)}">${escape(settings.text)}</a></small></p>
</body></html>`
  return { subject, text, html }
}

const cell = 'padding:6px 12px 6px 0;border-bottom:1px solid rgba(128,128,128,.4);vertical-align:top'

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
