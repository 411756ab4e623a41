import { describe, expect, it } from 'vitest'
import { optOutFixture } from '#shui/opt-out/opt-out-fixtures.ts'
import { InvalidFileError } from '#lib/file-problem.ts'
import { textsFor } from '#texts/catalogues.server.ts'
import { parseOptOut } from './opt-out-file.ts'
import { optOutModel, previousToolOf } from './opt-out-view.ts'

const origins = { supportEmail: null, origin: 'https://hub.example', allowedOrigins: ['https://old.example'] }

/** The problems reported for a model; empty if valid. */
function problems(model: unknown, supportEmail: string | null = null): string[] {
  try {
    parseOptOut(model, { ...origins, supportEmail })
    return []
  } catch (error) {
    if (error instanceof InvalidFileError) return error.problems
    throw error
  }
}

describe('an operator’s opt-out dialog', () => {
  it('accepts every key of the specification, or none', () => {
    expect(parseOptOut(optOutFixture, origins)).toEqual(optOutFixture)
    expect(parseOptOut({}, origins)).toEqual({})
  })

  it('reports unknown and invalid keys by their path', () => {
    expect(problems({ optOutInfos: {} })[0]).toContain('optOutInfos')
    expect(problems({ optOutInfo: { header: 'x', actions: {} } })[0]).toMatch(/^optOutInfo\.actions\.primary: /)
    expect(problems({ linkConfig: { text: 'x', styles: 'BOLD' } })).toEqual([
      'linkConfig.styles: Styles must be passed as an array',
    ])
    expect(problems({ linkConfig: { text: '' } })).toEqual(['linkConfig: has nothing to show'])
    for (const id of ['', null, 0, false])
      expect(problems({ id })).toEqual(['id: Invalid widget ID for "shui-opt-out"'])
    expect(problems('x')).toHaveLength(1)
  })

  it.each(['/sh/optout', 'https://hub.example/switch'])('may send the token to %s', (optOutUrl) =>
    expect(problems({ optOutUrl })).toEqual([]),
  )

  it.each(['https://evil.example/', '//evil.example', 'https://old.example/', 'javascript:alert(1)', 'data:,x'])(
    'may not send the token to %s',
    (optOutUrl) => expect(problems({ optOutUrl })[0]).toContain('would receive the anti-forgery token'),
  )

  it.each(['/sh/ovw', 'https://old.example/start'])('may lead to %s', (previousToolUrl) =>
    expect(problems({ previousToolUrl })).toEqual([]),
  )

  it.each([
    'https://evil.example/',
    'http://old.example/',
    'https://old.example.evil.example/',
    'java\tscript:alert(1)',
  ])('may not lead to %s', (previousToolUrl) =>
    expect(problems({ previousToolUrl })[0]).toContain('PREVIOUS_TOOL_ORIGINS'),
  )

  it.each([
    [null, { href: '/sh/ovw', isOwn: true }],
    ['https://hub.example/classic?from=hub#top', { href: '/classic?from=hub#top', isOwn: true }],
    ['https://old.example/start', { href: 'https://old.example/start', isOwn: false }],
    ['https://evil.example/', { href: '/sh/ovw', isOwn: true }],
  ])('leads to %s by a form or, where that is another host, by a link', (previousToolUrl, tool) =>
    expect(previousToolOf({ ...optOutFixture, previousToolUrl }, origins)).toEqual(tool),
  )

  it('merges its feedback link with the hub’s, key by key', () => {
    const names = { username: 'Nutzer', browser: 'Browser', site: 'Seite' }
    const feedback = { to: 'help@hub.example', username: 'ann', site: 'https://hub.example', names }
    const linkOf = (json: unknown, hub: typeof feedback | null = feedback, locale = 'de') => {
      const operator = parseOptOut(json, { ...origins, supportEmail: hub?.to ?? null })
      return optOutModel({ texts: textsFor(locale, 'UTC'), brandName: 'Market', feedback: hub, operator })
        .feedbackConfig
    }
    const own = linkOf({})
    expect(own).toMatchObject({ ...feedback, subject: expect.stringContaining('Market') })
    expect(linkOf({ feedbackConfig: { to: 'why@hub.example' } })).toEqual({ ...own, to: 'why@hub.example' })
    const byLocale = { feedbackConfig: { subject: 'Why?' }, locales: { de: { feedbackConfig: { body: 'Warum?' } } } }
    expect(linkOf(byLocale)).toEqual({ ...own, subject: 'Why?', body: 'Warum?' })
    expect(linkOf({ ...byLocale, locales: { de: { feedbackConfig: null } } })).toBeNull()
    expect(linkOf({ feedbackConfig: null })).toBeNull()
    expect(linkOf({ ...byLocale, feedbackConfig: null })).toEqual({ ...own, body: 'Warum?' })
    expect(linkOf({}, null)).toBeNull()
    const alone = linkOf({ feedbackConfig: { to: 'why@hub.example' } }, null)
    expect(alone).toEqual({ to: 'why@hub.example', subject: own?.subject, body: own?.body })
  })

  it('provides the feedback recipient if the hub has none', () => {
    const fault = (place: string) => `${place}: must be given, for SUPPORT_EMAIL is not`
    const withoutAddress = { feedbackConfig: { subject: 'Why?' } }
    const to = 'why@hub.example'
    expect(problems(withoutAddress, 'help@hub.example')).toEqual([])
    expect(problems(withoutAddress)).toEqual([fault('feedbackConfig.to')])
    expect(problems({ locales: { de: withoutAddress } })).toEqual([fault('locales.de.feedbackConfig.to')])
    expect(problems({ feedbackConfig: { to }, locales: { de: withoutAddress } })).toEqual([])
    const each = { feedbackConfig: { to } }
    expect(problems({ ...withoutAddress, locales: { de: each, en: each } })).toEqual([])
    expect(problems({ ...withoutAddress, locales: { de: each } })).toEqual([fault('feedbackConfig.to')])
    expect(problems({ feedbackConfig: null })).toEqual([])
  })

  it('can be given by locale, completely or in part', () => {
    const operator = parseOptOut(
      { linkConfig: 'Classic', waiting: 'Wait', locales: { de: { ...optOutFixture, linkConfig: 'Klassisch' } } },
      origins,
    )
    const model = (locale: string) =>
      optOutModel({ texts: textsFor(locale, 'UTC'), brandName: 'Market', feedback: null, operator })
    const link = (text: string) => ({ text, action: { type: 'NAV', URL: '/sh/switch-tool' } })
    expect(model('en')).toMatchObject({ linkConfig: link('Classic'), waiting: 'Wait', cancelOptout: 'Cancel' })
    expect(model('de')).toMatchObject({ waiting: 'Wait', ...optOutFixture, linkConfig: link('Klassisch') })
    expect(problems({ locales: { fr: {} } })[0]).toMatch(/^locales/)
    expect(problems({ locales: { de: { optOutInfo: { header: '' } } } })[0]).toMatch(/^locales\.de\.optOutInfo\.header/)
    expect(problems({ locales: { de: { previousToolUrl: 'https://evil.example/' } } })[0]).toMatch(
      /^locales\.de\.previousToolUrl: .* is neither/,
    )
  })
})
