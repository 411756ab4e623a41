import { oneLine } from '#lib/one-line.ts'
import type { Texts } from '#texts/texts.ts'
import { paths } from '#web/paths.ts'

export interface MailSection {
  title: string
  /** `value` stands at the end of the line; texts without a content are empty. */
  lines: { due: string; what: string; about: string; value: string; href: string }[]
}

interface MailInput {
  subject: string
  /** The first line; names the shop and its time zone. */
  intro: string
  sections: readonly MailSection[]
  publicUrl: string
  texts: Texts
  settingsPath?: string
}

/** Composes a mail of sections. Each line links to its page; the last links lead to the tasks and the mail settings. */
export function composeMail({
  subject,
  intro,
  sections,
  publicUrl,
  texts: { t, locale },
  settingsPath = paths.mailSettings,
}: MailInput) {
  const absolute = (path: string) => new URL(path, publicUrl).href
  const lines = sections.map((section) => ({
    title: section.title,
    lines: section.lines.map(({ due, what, about, value, href }) => ({
      due,
      what: oneLine(what),
      about: oneLine(about),
      value,
      href: absolute(href),
    })),
  }))
  const all = { text: t('taskMails.all'), href: absolute(paths.tasks()) }
  const settings = { text: t('taskMails.change'), href: absolute(settingsPath) }
  const text = [
    intro,
    ...lines.map(({ title, lines: sectionLines }) =>
      [
        title,
        ...sectionLines.map(({ due, what, about, value, href }) =>
          [`- ${[due, what, value].filter(Boolean).join(' | ')}`, about && `  ${about}`, `  ${href}`]
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
    ({ due, what, about, value, href }) => `<tr>
${due === '' ? '' : `<td style="${cell};width:96px">${escape(due)}</td>\n`}<td style="${cell}"><a href="${escape(href)}">${escape(what)}</a>${about ? `<br><small>${escape(about)}</small>` : ''}</td>
<td style="${cell};padding-right:0;text-align:right">${escape(value)}</td>
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
